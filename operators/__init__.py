"""The buttons: one file each."""

from .add_adverb import ADVERB_OT_add_adverb
from .add_example import ADVERB_OT_add_example
from .add_examples import ADVERB_OT_add_examples
from .add_keytime import ADVERB_OT_add_keytime
from .add_pose import ADVERB_OT_add_pose
from .add_verb import ADVERB_OT_add_verb
from .align_keytimes import ADVERB_OT_align_keytimes
from .bake import ADVERB_OT_bake
from .build import ADVERB_OT_build
from .go_live import ADVERB_OT_go_live
from .measure import ADVERB_OT_measure
from .read_markers import ADVERB_OT_read_markers
from .release import ADVERB_OT_release
from .remove_adverb import ADVERB_OT_remove_adverb
from .remove_example import ADVERB_OT_remove_example
from .remove_keytime import ADVERB_OT_remove_keytime
from .remove_verb import ADVERB_OT_remove_verb
from .set_keytime import ADVERB_OT_set_keytime
from .suggest_keytimes import ADVERB_OT_suggest_keytimes
from .write_markers import ADVERB_OT_write_markers

CLASSES = (
    ADVERB_OT_add_verb,
    ADVERB_OT_remove_verb,
    ADVERB_OT_add_adverb,
    ADVERB_OT_remove_adverb,
    ADVERB_OT_add_keytime,
    ADVERB_OT_remove_keytime,
    ADVERB_OT_add_example,
    ADVERB_OT_add_examples,
    ADVERB_OT_add_pose,
    ADVERB_OT_remove_example,
    ADVERB_OT_read_markers,
    ADVERB_OT_write_markers,
    ADVERB_OT_set_keytime,
    ADVERB_OT_suggest_keytimes,
    ADVERB_OT_align_keytimes,
    ADVERB_OT_measure,
    ADVERB_OT_build,
    ADVERB_OT_go_live,
    ADVERB_OT_release,
    ADVERB_OT_bake,
)
