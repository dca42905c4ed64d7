"""The sidebar: drawing only."""

from .accuracy import ADVERB_PT_accuracy
from .adverbs import ADVERB_PT_adverbs
from .bake import ADVERB_PT_bake
from .bones import ADVERB_PT_bones
from .examples import ADVERB_PT_examples
from .gizmos import ADVERB_GGT_examples
from .keytimes import ADVERB_PT_keytimes
from .lists import ADVERB_UL_adverbs, ADVERB_UL_examples, ADVERB_UL_keytimes, ADVERB_UL_verbs
from .live import ADVERB_PT_live
from .map import ADVERB_MT_map, ADVERB_PT_map
from .map_gizmos import ADVERB_GGT_maps, ADVERB_GT_map, ADVERB_GT_map_buttons
from .menus import MENUS as MENUS
from .presets import ADVERB_MT_presets
from .settings import ADVERB_PT_settings
from .verbs import ADVERB_PT_verbs

CLASSES = (
    ADVERB_UL_verbs,
    ADVERB_UL_adverbs,
    ADVERB_UL_examples,
    ADVERB_UL_keytimes,
    ADVERB_MT_presets,
    ADVERB_MT_map,
    ADVERB_PT_verbs,
    ADVERB_PT_live,
    ADVERB_PT_examples,
    ADVERB_PT_adverbs,
    ADVERB_PT_keytimes,
    ADVERB_PT_bones,
    ADVERB_PT_map,
    ADVERB_PT_accuracy,
    ADVERB_PT_bake,
    ADVERB_PT_settings,
    ADVERB_GGT_examples,
    ADVERB_GT_map,
    ADVERB_GT_map_buttons,
    ADVERB_GGT_maps,
)
