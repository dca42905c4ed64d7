"""The parts of a map on the screen: its title with buttons, the plot, what stands around it, what is under the mouse.

Lengths are in points, which the scale of the interface makes pixels.
"""

from dataclasses import dataclass
from enum import IntEnum

from .boxes import Box

# The size of a new map, the least that a map may have, and the gap between maps and around them.
SIZE, LEAST, GAP = (400.0, 280.0), (220.0, 180.0), 12.0

TITLE, FOOT, PAD, BUTTON, GRIP, BAR = 24.0, 24.0, 8.0, 20.0, 10.0, 10.0

# Around the plot: for numbers on the left and below it, with a name there and above it.
LEFT, BELOW, RIGHT, ABOVE = 38.0, 28.0, 12.0, 18.0

# How much room the colour bar with its numbers takes.
_BAR_ROOM = 50.0


class Part(IntEnum):
    """What of a map is under the mouse. A button does what it is called."""

    GROUND = 0
    TITLE = 1
    CORNER = 2
    EXTENTS = 3
    EDGES = 4
    ERROR = 5
    CLOSE = 6


BUTTONS = (Part.EXTENTS, Part.EDGES, Part.ERROR, Part.CLOSE)


@dataclass(frozen=True)
class Layout:
    """A map in its box, in pixels."""

    box: Box
    scale: float
    has_bar: bool

    @property
    def title(self) -> Box:
        high = TITLE * self.scale
        return Box(self.box.x, self.box.top - high, self.box.width, high)

    @property
    def plot(self) -> Box:
        left, right, low = LEFT * self.scale, RIGHT * self.scale, (FOOT + BELOW) * self.scale
        right += _BAR_ROOM * self.scale if self.has_bar else 0.0
        width, height = self.box.width - left - right, self.box.height - low - (TITLE + ABOVE) * self.scale
        return Box(self.box.x + left, self.box.y + low, max(width, 1.0), max(height, 1.0))

    @property
    def foot(self) -> Box:
        """Where the point is told in numbers."""
        pad = PAD * self.scale
        return Box(self.box.x + pad, self.box.y, self.box.width - 2.0 * pad, FOOT * self.scale)

    @property
    def bar(self) -> Box:
        """The colours of the error."""
        plot = self.plot
        return Box(plot.right + PAD * self.scale, plot.y, BAR * self.scale, plot.height)

    def button(self, part: Part) -> Box:
        """A button of the title, counted from its right end."""
        place, size, title = len(BUTTONS) - BUTTONS.index(part), BUTTON * self.scale, self.title
        return Box(title.right - place * size - 0.5 * (title.height - size), title.y, size, title.height)

    @property
    def name(self) -> Box:
        """Where the title has its words."""
        pad = PAD * self.scale
        title = self.title
        return Box(title.x + pad, title.y, self.button(BUTTONS[0]).x - title.x - 2.0 * pad, title.height)

    def part(self, x: float, y: float) -> Part | None:
        """What is at a point, None beside the map."""
        if not self.box.holds(x, y):
            return None
        for part in BUTTONS:
            if self.button(part).holds(x, y):
                return part
        if self.corner(x, y) != (0, 0):
            return Part.CORNER
        return Part.GROUND if self.plot.holds(x, y) else Part.TITLE

    def corner(self, x: float, y: float) -> tuple[int, int]:
        """Which corner is at a point, -1 or 1 across and up; (0, 0) for none."""
        reach = GRIP * self.scale
        across = -1 if x - self.box.x < reach else 1 if self.box.right - x < reach else 0
        up = -1 if y - self.box.y < reach else 1 if self.box.top - y < reach else 0
        return (across, up) if across and up else (0, 0)
