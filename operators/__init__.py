"""The buttons: one file each."""

from .add_adverb import ADVERB_OT_add_adverb
from .add_example import ADVERB_OT_add_example
from .add_examples import ADVERB_OT_add_examples
from .add_keytime import ADVERB_OT_add_keytime
from .add_pose import ADVERB_OT_add_pose
from .add_range import ADVERB_OT_add_range
from .add_selected import ADVERB_OT_add_selected
from .add_triangle import ADVERB_OT_add_triangle
from .add_verb import ADVERB_OT_add_verb
from .align_keytimes import ADVERB_OT_align_keytimes
from .bake import ADVERB_OT_bake
from .bake_at_goals import ADVERB_OT_bake_at_goals
from .build import ADVERB_OT_build
from .choose_example import ADVERB_OT_choose_example
from .clear_refinement import ADVERB_OT_clear_refinement
from .copy_table import ADVERB_OT_copy_table
from .drag_example import ADVERB_OT_drag_example
from .duplicate_verb import ADVERB_OT_duplicate_verb
from .enable_map import ADVERB_OT_enable_map
from .flip_edge import ADVERB_OT_flip_edge
from .go_live import ADVERB_OT_go_live
from .go_to_example import ADVERB_OT_go_to_example
from .leave_one_out import ADVERB_OT_leave_one_out
from .map_menu import ADVERB_OT_map_menu
from .measure import ADVERB_OT_measure
from .measure_error import ADVERB_OT_measure_error
from .mirror_examples import ADVERB_OT_mirror_examples
from .move_adverb import ADVERB_OT_move_adverb
from .move_example import ADVERB_OT_move_example
from .move_keytime import ADVERB_OT_move_keytime
from .move_map import ADVERB_OT_move_map
from .move_verb import ADVERB_OT_move_verb
from .pan_map import ADVERB_OT_pan_map
from .paste_table import ADVERB_OT_paste_table
from .pick_bones import ADVERB_OT_pick_bones
from .pick_corner import ADVERB_OT_pick_corner
from .pose_here import ADVERB_OT_pose_here
from .read_markers import ADVERB_OT_read_markers
from .read_pose_mesh import ADVERB_OT_read_pose_mesh
from .refine import ADVERB_OT_refine
from .release import ADVERB_OT_release
from .remove_adverb import ADVERB_OT_remove_adverb
from .remove_example import ADVERB_OT_remove_example
from .remove_keytime import ADVERB_OT_remove_keytime
from .remove_triangle import ADVERB_OT_remove_triangle
from .remove_verb import ADVERB_OT_remove_verb
from .reset_triangles import ADVERB_OT_reset_triangles
from .select_bones import ADVERB_OT_select_bones
from .set_keytime import ADVERB_OT_set_keytime
from .size_map import ADVERB_OT_size_map
from .steer import ADVERB_OT_steer
from .suggest_keytimes import ADVERB_OT_suggest_keytimes
from .switch_live import ADVERB_OT_switch_live
from .switch_map import ADVERB_OT_switch_map
from .where_next import ADVERB_OT_where_next
from .write_markers import ADVERB_OT_write_markers
from .write_pose_mesh import ADVERB_OT_write_pose_mesh
from .zoom_map import ADVERB_OT_zoom_map

CLASSES = (
    ADVERB_OT_add_verb,
    ADVERB_OT_duplicate_verb,
    ADVERB_OT_remove_verb,
    ADVERB_OT_move_verb,
    ADVERB_OT_add_adverb,
    ADVERB_OT_remove_adverb,
    ADVERB_OT_move_adverb,
    ADVERB_OT_add_keytime,
    ADVERB_OT_remove_keytime,
    ADVERB_OT_move_keytime,
    ADVERB_OT_add_example,
    ADVERB_OT_add_examples,
    ADVERB_OT_add_range,
    ADVERB_OT_add_pose,
    ADVERB_OT_remove_example,
    ADVERB_OT_choose_example,
    ADVERB_OT_copy_table,
    ADVERB_OT_paste_table,
    ADVERB_OT_go_to_example,
    ADVERB_OT_move_example,
    ADVERB_OT_mirror_examples,
    ADVERB_OT_add_selected,
    ADVERB_OT_read_markers,
    ADVERB_OT_write_markers,
    ADVERB_OT_set_keytime,
    ADVERB_OT_suggest_keytimes,
    ADVERB_OT_align_keytimes,
    ADVERB_OT_measure,
    ADVERB_OT_measure_error,
    ADVERB_OT_refine,
    ADVERB_OT_clear_refinement,
    ADVERB_OT_where_next,
    ADVERB_OT_pick_bones,
    ADVERB_OT_select_bones,
    ADVERB_OT_build,
    ADVERB_OT_leave_one_out,
    ADVERB_OT_go_live,
    ADVERB_OT_release,
    ADVERB_OT_switch_live,
    ADVERB_OT_bake,
    ADVERB_OT_drag_example,
    ADVERB_OT_bake_at_goals,
    ADVERB_OT_read_pose_mesh,
    ADVERB_OT_write_pose_mesh,
    ADVERB_OT_steer,
    ADVERB_OT_zoom_map,
    ADVERB_OT_pan_map,
    ADVERB_OT_move_map,
    ADVERB_OT_size_map,
    ADVERB_OT_switch_map,
    ADVERB_OT_enable_map,
    ADVERB_OT_map_menu,
    ADVERB_OT_pose_here,
    ADVERB_OT_pick_corner,
    ADVERB_OT_add_triangle,
    ADVERB_OT_remove_triangle,
    ADVERB_OT_flip_edge,
    ADVERB_OT_reset_triangles,
)
