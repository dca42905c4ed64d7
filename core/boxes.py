"""Upright boxes on a screen: kept within a room, put where there is a free place, names written beside points."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# From box to box that find no free place, in gaps: as far as a title is high.
_STEP = 3.0


@dataclass(frozen=True)
class Box:
    """From its lower left corner, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def top(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + 0.5 * self.width, self.y + 0.5 * self.height

    def holds(self, x: float, y: float) -> bool:
        """Whether a point is in it."""
        return self.x <= x <= self.right and self.y <= y <= self.top

    def contains(self, other: "Box") -> bool:
        """Whether all of another is in it."""
        return self.holds(other.x, other.y) and self.holds(other.right, other.top)

    def meets(self, other: "Box", gap: float = 0.0) -> bool:
        """Whether another is nearer than a gap."""
        across = self.x < other.right + gap and other.x < self.right + gap
        return across and self.y < other.top + gap and other.y < self.top + gap

    def held(self, room: "Box") -> "Box":
        """As it is if it is within a room; else moved there, and no larger than the room."""
        width, height = min(self.width, room.width), min(self.height, room.height)
        x = max(min(self.x, room.right - width), room.x)
        y = max(min(self.y, room.top - height), room.y)
        return Box(x, y, width, height)

    def pulled(self, corner: tuple[int, int], by: tuple[float, float], least: tuple[float, float]) -> "Box":
        """With a corner, (-1 or 1 across, -1 or 1 up), pulled somewhere and the one across left where it is; never
        smaller than the least."""
        width = max(self.width + corner[0] * by[0], least[0])
        height = max(self.height + corner[1] * by[1], least[1])
        x = self.x if corner[0] > 0 else self.right - width
        y = self.y if corner[1] > 0 else self.top - height
        return Box(x, y, width, height)


def free_place(size: tuple[float, float], room: Box, taken: Sequence[Box], gap: float) -> Box:
    """Where a box of this size meets no other in a room: as low as can be, then as far right. Where there is no such
    place, a step up and to the left of where another stands, so that something of each is seen."""
    width, height = size
    across = [room.right - width, *(other.x - gap - width for other in taken)]
    up = [room.y, *(other.top + gap for other in taken)]
    places = sorted((y, -x) for y in up for x in across)
    for y, x in places:
        box = Box(-x, y, width, height)
        if room.contains(box) and not any(box.meets(other, 0.99 * gap) for other in taken):
            return box
    corners = {(round(other.x), round(other.y)) for other in taken}
    box = Box(across[0], room.y, width, height).held(room)
    for step in range(1, len(taken) + 1):
        if (round(box.x), round(box.y)) not in corners:
            break
        box = Box(across[0] - _STEP * step * gap, room.y + _STEP * step * gap, width, height).held(room)
    return box


def beside(
    points: Sequence[tuple[float, float]], sizes: Sequence[tuple[float, float]], away: float, room: Box
) -> list[Box | None]:
    """A box of each size beside each point: below it, above it, right or left of it, whichever is within the room and
    meets neither a point nor a box before it. None where there is no such place."""
    dots = [Box(x - 0.7 * away, y - 0.7 * away, 1.4 * away, 1.4 * away) for x, y in points]
    found: list[Box | None] = []
    for place, ((x, y), (width, height)) in enumerate(zip(points, sizes, strict=True)):
        others = [*(dot for other, dot in enumerate(dots) if other != place), *(box for box in found if box)]
        found.append(next(iter(_free(_around(x, y, width, height, away), room, others)), None))
    return found


def _around(x: float, y: float, width: float, height: float, away: float) -> list[Box]:
    """Straight below and above, right and left; then at the corners."""
    near = 0.7 * away
    low, high, left, right = y - away - height, y + away, x - away - width, x + away
    straight = ((x - 0.5 * width, low), (x - 0.5 * width, high), (right, y - 0.5 * height), (left, y - 0.5 * height))
    corners = ((x + near, y - near - height), (x - near - width, y - near - height), (x + near, y + near))
    return [Box(*corner, width, height) for corner in (*straight, *corners, (x - near - width, y + near))]


def _free(boxes: Iterable[Box], room: Box, others: Sequence[Box]) -> Iterable[Box]:
    return (box for box in boxes if room.contains(box) and not any(box.meets(other) for other in others))
