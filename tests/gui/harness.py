"""Plays the artist in a real Blender window: mouse and keys in, the scene and the screen out.

Runs inside Blender; `test_window.py` starts it with one scenario, a file with a generator `play(artist)`:

    def play(artist):
        yield from artist.move(*artist.locate(goal.location))
        yield from artist.press("G")
        yield from artist.move(900, 500, steps=10)
        yield from artist.click()
        assert ...

Each `yield` lets Blender handle what was sent and redraw; `yield 0.5` waits half a second as well. A scenario that
needs more than two minutes says so: `SECONDS = 300`.
"""

import faulthandler
import os
import runpy
import shutil
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path

import bpy
from bpy_extras.view3d_utils import location_3d_to_region_2d

ROOT = Path(__file__).resolve().parents[2]
PHOTOGRAPHS = Path(os.environ.get("ADVERB_PHOTOGRAPHS", ROOT / "build" / "photographs"))
DONE = "The artist is done."
TICK = 0.05

Play = Iterator[float | None]


class Artist:
    """Where the mouse is, and what a hand can do. Nothing of Blender's is kept: undo and loading replace it all."""

    def __init__(self):
        self.x = self.y = 0

    @property
    def window(self) -> bpy.types.Window:
        return bpy.context.window_manager.windows[0]

    def area(self, kind: str = "VIEW_3D") -> bpy.types.Area:
        """The largest area of this kind."""
        areas = [area for area in self.window.screen.areas if area.type == kind]
        return max(areas, key=lambda area: area.width * area.height)

    def region(self, kind: str = "WINDOW", area: str = "VIEW_3D") -> bpy.types.Region:
        return next(region for region in self.area(area).regions if region.type == kind)

    def override(self, area: str = "VIEW_3D"):
        """`with artist.override(): bpy.ops...` as if the mouse were over that area."""
        return bpy.context.temp_override(window=self.window, area=self.area(area), region=self.region("WINDOW", area))

    def centre(self, kind: str = "WINDOW", area: str = "VIEW_3D") -> tuple[int, int]:
        region = self.region(kind, area)
        return region.x + region.width // 2, region.y + region.height // 2

    def locate(self, point) -> tuple[int, int]:
        """Where a point of the world, in metres, stands in the window."""
        region = self.region()
        seen = location_3d_to_region_2d(region, self.area().spaces.active.region_3d, point)
        assert seen is not None, f"the point {tuple(point)} is behind the view"
        return region.x + round(seen.x), region.y + round(seen.y)

    def send(self, kind: str, value: str, **modifiers) -> None:
        self.window.event_simulate(type=kind, value=value, x=self.x, y=self.y, **modifiers)

    def move(self, x: int, y: int, steps: int = 1) -> Play:
        start_x, start_y = self.x, self.y
        for step in range(1, steps + 1):
            self.x = start_x + round((x - start_x) * step / steps)
            self.y = start_y + round((y - start_y) * step / steps)
            self.send("MOUSEMOVE", "NOTHING")
            yield

    def press(self, key: str, **modifiers) -> Play:
        """A key or button, down and up: `press("Z", ctrl=True)`."""
        self.send(key, "PRESS", **modifiers)
        self.send(key, "RELEASE", **modifiers)
        yield

    def click(self, x: int | None = None, y: int | None = None, button: str = "LEFTMOUSE") -> Play:
        if x is not None and y is not None:
            yield from self.move(x, y)
        yield from self.press(button)

    def drag(self, start: tuple[int, int], end: tuple[int, int], steps: int = 10, button: str = "LEFTMOUSE") -> Play:
        """With the button held down, as in a box after B. Blender sees no click-drag of a tool in simulated events."""
        yield from self.move(*start)
        self.send(button, "PRESS")
        yield
        yield from self.move(*end, steps=steps)
        self.send(button, "RELEASE")
        yield

    def type(self, text: str) -> Play:
        digits = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
        names = {".": "PERIOD", "-": "MINUS", " ": "SPACE", **{str(digit): name for digit, name in enumerate(digits)}}
        for letter in text:
            key = names.get(letter, letter.upper())
            self.send(key, "PRESS", unicode=letter, shift=letter.isupper())
            self.send(key, "RELEASE")
            yield

    def open(self, path: Path) -> Play:
        bpy.ops.wm.open_mainfile(filepath=str(path), load_ui=False, use_scripts=True)
        yield 0.5

    def show_sidebar(self, tab: str = "Adverb") -> Play:
        self.area().spaces.active.show_region_ui = True
        yield 0.2
        self.region("UI").active_panel_category = tab
        yield 0.2

    def scroll_sidebar(self, down: bool = True) -> Play:
        """To its end or to its top."""
        scroll = bpy.ops.view2d.scroll_down if down else bpy.ops.view2d.scroll_up
        with bpy.context.temp_override(window=self.window, area=self.area(), region=self.region("UI")):
            for _ in range(60):
                scroll()
        yield 0.3

    def wait_until(self, claim: Callable[[], bool], seconds: float = 10) -> Play:
        end = time.monotonic() + seconds
        while not claim():
            assert time.monotonic() < end, f"still not so after {seconds} seconds"
            yield

    def photograph(self, name: str, crop: str = "") -> Play:
        """The whole screen, as `<name>.png` in the folder of photographs; or `crop` of it, as "600x400+10+20"."""
        for area in self.window.screen.areas:
            area.tag_redraw()
        yield 0.3
        photograph(name, crop)


def photograph(name: str, crop: str = "") -> None:
    PHOTOGRAPHS.mkdir(parents=True, exist_ok=True)
    path = str(PHOTOGRAPHS / f"{name}.png")
    if shutil.which("import"):  # Blender's own screenshot is black under software OpenGL
        subprocess.run(["import", "-window", "root", *(["-crop", crop, "+repage"] if crop else []), path], check=True)
    else:
        with bpy.context.temp_override(window=bpy.context.window_manager.windows[0]):
            bpy.ops.screen.screenshot(filepath=path)
    print(f"Photographed {path}", flush=True)


def leave(code: int) -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def perform(path: Path) -> None:
    scenario = runpy.run_path(str(path))
    faulthandler.dump_traceback_later(scenario.get("SECONDS", 120), exit=True)
    play = scenario["play"](Artist())

    def step() -> float:
        try:
            return next(play) or TICK
        except StopIteration:
            print(DONE)
            leave(0)
        except BaseException as error:
            print(*traceback.TracebackException.from_exception(error, capture_locals=True).format(), sep="")
            photograph(f"{path.stem}_failed")
            leave(1)

    bpy.app.timers.register(step, first_interval=1, persistent=True)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from tools import package

    package.provide()
    perform(Path(sys.argv[-1]))
