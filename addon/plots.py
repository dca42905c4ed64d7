"""The plot of error against insertions, as a picture for a panel. Made when errors change, not while drawing."""

from typing import TYPE_CHECKING

import bpy.utils.previews
import numpy as np

from ..core.arrays import Array
from ..core.plot import SIZE, plot

if TYPE_CHECKING:
    from .properties import ADVERB_PG_verb

# As Blender paints collections orange and blue: the panel shows their icons beside the names of the curves.
_MOST, _MEAN = (0.96, 0.60, 0.19), (0.30, 0.56, 0.95)

# What is in each picture, and the pictures themselves while the add-on is on.
_shown: dict[str, bytes] = {}
_pictures: list[bpy.utils.previews.ImagePreviewCollection] = []


def icon(verb: "ADVERB_PG_verb") -> int:
    """The icon with the plot of a verb, 0 where there is none."""
    known = _pictures[0].get(verb.uid) if _pictures and len(verb.errors) > 1 else None
    return int(known.icon_id) if known is not None else 0


def follow(verb: "ADVERB_PG_verb") -> None:
    """Draw the plot again if the errors of a verb have changed."""
    errors = _errors(verb)
    if not _pictures or len(errors) < 2 or _shown.get(verb.uid) == errors.tobytes():
        return
    picture = _pictures[0].get(verb.uid) or _pictures[0].new(verb.uid)
    pixels = plot([(errors[:, 1], _MOST), (errors[:, 0], _MEAN)], float(errors.max()))
    for kind in ("image", "icon"):
        setattr(picture, f"{kind}_size", (SIZE, SIZE))
        getattr(picture, f"{kind}_pixels_float").foreach_set(pixels.astype(np.float32).ravel())
    _shown[verb.uid] = errors.tobytes()


def _errors(verb: "ADVERB_PG_verb") -> Array:
    """Mean and greatest error `[stages, 2]`."""
    return np.array([(error.mean, error.most) for error in verb.errors]).reshape(-1, 2)


def register() -> None:
    _pictures.append(bpy.utils.previews.new())


def unregister() -> None:
    _shown.clear()
    while _pictures:
        bpy.utils.previews.remove(_pictures.pop())
