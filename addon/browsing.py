"""Actions that the artist has selected in other editors: the Asset Browser, the Action editor, the Outliner."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import bpy

from ..core.errors import VerbError

_EDITORS = ("ASSETS", "DOPESHEET", "OUTLINER")

# Marks an Action that was copied from a library file: path and name there, so that it is not copied twice.
_ORIGIN = "adverb_copied_from"


@dataclass(frozen=True)
class Found:
    """What is selected: Actions of this file, and the names of those in library files, by path."""

    actions: tuple[bpy.types.Action, ...] = ()
    elsewhere: tuple[tuple[str, str], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.actions or self.elsewhere)


def selected(context: bpy.types.Context) -> Found:
    """What is selected in the editor under the mouse; from any other, in the first open one that shows a selection."""
    if context.area is not None and _editor(context.area):
        return _seen(context)
    areas = context.screen.areas if context.screen is not None else ()
    for editor in _EDITORS:
        for area in areas:
            if _editor(area) == editor:
                with context.temp_override(area=area, region=_window(area)):
                    found = _seen(bpy.context)
                if found:
                    return found
    return Found()


def known(elsewhere: Sequence[tuple[str, str]]) -> dict[tuple[str, str], bpy.types.Action]:
    """Those Actions of library files that were copied into this one before."""
    marked = {action[_ORIGIN]: action for action in bpy.data.actions if _ORIGIN in action}
    return {origin: marked[_mark(*origin)] for origin in elsewhere if _mark(*origin) in marked}


def append(elsewhere: Sequence[tuple[str, str]]) -> list[bpy.types.Action]:
    """Copy Actions out of library files into this one."""
    appended = []
    for path in dict.fromkeys(path for path, _ in elsewhere):
        try:
            with bpy.data.libraries.load(path) as (there, here):
                names = [name for where, name in elsewhere if where == path and name in there.actions]
                here.actions = list(names)
        except OSError as error:
            raise VerbError(f"'{path}' cannot be read: find the file, or select other Actions") from error
        for name, action in zip(names, here.actions, strict=True):
            if action is not None:
                action.asset_clear()  # the library has the asset, this is a copy to work with
                action[_ORIGIN] = _mark(path, name)
                appended.append(action)
    return appended


def _mark(path: str, name: str) -> str:
    return f"{path}|{name}"


def _editor(area: bpy.types.Area) -> str:
    """Which of the editors that show Actions an area is, "" if none."""
    if area.type == "DOPESHEET_EDITOR":
        return "DOPESHEET" if area.spaces.active.mode in {"ACTION", "DOPESHEET"} else ""
    if area.type == "FILE_BROWSER":
        return "ASSETS" if area.spaces.active.browse_mode == "ASSETS" else ""
    return area.type if area.type == "OUTLINER" else ""


def _window(area: bpy.types.Area) -> bpy.types.Region:
    return next(region for region in area.regions if region.type == "WINDOW")


def _seen(context: bpy.types.Context) -> Found:
    """What is selected in the editor of this context."""
    editor = _editor(context.area)
    if editor == "ASSETS":
        assets = [asset for asset in _listed(context, "selected_assets") if asset.id_type == "ACTION"]
        local = [asset.local_id for asset in assets if isinstance(asset.local_id, bpy.types.Action)]
        elsewhere = [(asset.full_library_path, asset.name) for asset in assets if asset.local_id is None]
        return Found(tuple(local), tuple(elsewhere))
    if editor == "OUTLINER":
        return Found(tuple(item for item in _listed(context, "selected_ids") if isinstance(item, bpy.types.Action)))
    chosen = tuple(dict.fromkeys(_listed(context, "selected_visible_actions")))
    shown = context.active_action
    return Found(chosen or ((shown,) if shown is not None else ()))


def _listed(context: bpy.types.Context, name: str) -> list[Any]:
    """A list of the context, which may lack it where nothing is selected."""
    return list(getattr(context, name, None) or ())
