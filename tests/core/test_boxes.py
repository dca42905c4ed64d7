"""Boxes stay in their room, find a free place, and names stand beside their points without meeting each other."""

from hypothesis import given
from hypothesis import strategies as st

from adverb.core.boxes import Box, beside, free_place

SPOT = st.floats(-500, 1500)
SIZE = st.floats(1, 900)
BOX = st.builds(Box, SPOT, SPOT, SIZE, SIZE)
ROOM = Box(10.0, 20.0, 800.0, 600.0)
CORNER = st.tuples(st.sampled_from((-1, 1)), st.sampled_from((-1, 1)))


def is_within(box, room, slack=1e-6):
    return (
        box.x >= room.x - slack
        and box.y >= room.y - slack
        and box.right <= room.right + slack
        and box.top <= room.top + slack
    )


@given(BOX)
def test_what_is_held_is_in_the_room_and_no_larger_than_it_was(box):
    held = box.held(ROOM)
    assert is_within(held, ROOM)
    assert held.width <= box.width
    assert held.height <= box.height
    assert held.held(ROOM) == held


@given(st.floats(10, 400), st.floats(20, 300))
def test_what_is_in_the_room_already_stays_where_it_is(x, y):
    box = Box(x, y, 200.0, 100.0)
    assert box.held(ROOM) == box


@given(BOX, CORNER, SPOT, SPOT)
def test_a_pulled_corner_leaves_the_one_across_where_it_is(box, corner, across, up):
    pulled = box.pulled(corner, (across, up), (50.0, 40.0))
    assert pulled.width >= 50.0
    assert pulled.height >= 40.0
    still = (box.x if corner[0] > 0 else box.right, box.y if corner[1] > 0 else box.top)
    found = (pulled.x if corner[0] > 0 else pulled.right, pulled.y if corner[1] > 0 else pulled.top)
    assert abs(still[0] - found[0]) < 1e-6
    assert abs(still[1] - found[1]) < 1e-6


def test_the_first_box_is_in_the_lower_right_corner_and_the_next_ones_beside_it():
    taken = []
    for _ in range(5):
        taken.append(free_place((250.0, 180.0), ROOM, taken, 10.0))
    assert (taken[0].right, taken[0].y) == (ROOM.right, ROOM.y)
    assert taken[1].right == taken[0].x - 10.0
    assert taken[3].y == taken[0].top + 10.0  # three have no room beside each other
    for place, box in enumerate(taken):
        assert is_within(box, ROOM)
        assert not any(box.meets(other) for other in taken[:place])


def test_where_all_is_taken_a_box_is_still_in_the_room():
    assert is_within(free_place((300.0, 300.0), ROOM, [ROOM], 10.0), ROOM)


@given(st.lists(st.tuples(st.floats(20, 800), st.floats(30, 600)), min_size=1, max_size=25))
def test_names_meet_neither_each_other_nor_the_points_and_stay_in_the_room(points):
    found = beside(points, [(60.0, 14.0)] * len(points), 9.0, ROOM)
    boxes = [box for box in found if box is not None]
    for place, box in enumerate(boxes):
        assert is_within(box, ROOM)
        assert not any(box.meets(other) for other in boxes[:place])
        assert not any(box.holds(x, y) for x, y in points)


def test_a_name_alone_stands_below_its_point_and_above_at_the_floor():
    assert beside([(400.0, 300.0)], [(60.0, 14.0)], 9.0, ROOM) == [Box(370.0, 277.0, 60.0, 14.0)]
    assert beside([(400.0, 25.0)], [(60.0, 14.0)], 9.0, ROOM) == [Box(370.0, 34.0, 60.0, 14.0)]


def test_boxes_that_find_no_free_place_are_all_seen():
    room, gap = Box(0.0, 0.0, 500.0, 400.0), 10.0
    found = []
    for _ in range(4):
        found.append(free_place((400.0, 300.0), room, found, gap))
    assert len({(box.x, box.y) for box in found}) == 4
    assert all(room.contains(box) for box in found)
