"""Every point of a map belongs to one of its parts, and the parts lie within it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adverb.core.boxes import Box
from adverb.core.map_layout import BUTTONS, LEAST, SIZE, Layout, Part

SCALE = st.sampled_from((1.0, 1.5, 2.0))


def layout(size=SIZE, scale=1.0, has_bar=True):
    return Layout(Box(40.0, 30.0, size[0] * scale, size[1] * scale), scale, has_bar)


@given(SCALE, st.booleans(), st.sampled_from((SIZE, LEAST)))
def test_all_parts_are_within_and_do_not_meet(scale, has_bar, size):
    its = layout(size, scale, has_bar)
    parts = [its.plot, its.foot, *map(its.button, BUTTONS), *([its.bar] if has_bar else [])]
    assert all(its.box.contains(part) for part in parts)
    for place, part in enumerate(parts):
        assert not any(part.meets(other, -1e-6) for other in parts[:place])
    assert its.plot.width > 0.4 * its.box.width


@given(SCALE, st.floats(0, 1), st.floats(0, 1))
def test_within_there_is_always_a_part_and_beside_there_is_none(scale, across, up):
    its = layout(scale=scale)
    assert its.part(its.box.x + across * its.box.width, its.box.y + up * its.box.height) is not None
    assert its.part(its.box.x - 1.0 - across, its.box.y) is None
    assert its.part(its.box.x, its.box.top + 1.0 + up) is None


@given(SCALE)
def test_each_part_is_found_in_its_middle(scale):
    its = layout(scale=scale)
    assert its.part(*its.plot.middle) is Part.GROUND
    assert its.part(*its.name.middle) is Part.TITLE
    assert its.part(*its.foot.middle) is Part.TITLE
    for button in BUTTONS:
        assert its.part(*its.button(button).middle) is button


@pytest.mark.parametrize("corner", [(-1, -1), (1, -1), (-1, 1), (1, 1)])
def test_each_corner_is_told(corner):
    its = layout()
    x = its.box.x + 1.0 if corner[0] < 0 else its.box.right - 1.0
    y = its.box.y + 1.0 if corner[1] < 0 else its.box.top - 1.0
    assert its.corner(x, y) == corner
    assert its.corner(*its.box.middle) == (0, 0)
