"""Curves in a picture: where they should be, and nothing where nothing is."""

import numpy as np
import pytest

from adverb.core.plot import SIZE, plot

RED, BLUE = (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)


def height(picture, column, colour):
    """The middle of what has this colour in a column, from 0 at the bottom to 1."""
    near = np.abs(picture[:, column, :3] - colour).sum(axis=1) < 0.3
    rows = np.flatnonzero(near & (picture[:, column, 3] > 0.9))
    return rows.mean() / (SIZE - 1)


@pytest.mark.parametrize("values", [(1.0, 0.0), (0.0, 4.0, 2.0), (3.0, 3.0)])
def test_a_curve_goes_through_its_values(values):
    picture = plot([(np.array(values), RED)], 4.0)
    for column in (5, 80, 128, 200, 250):
        wanted = np.interp(column / (SIZE - 1), np.linspace(0, 1, len(values)), values) / 4.0
        assert height(picture, column, RED) == pytest.approx(wanted, abs=0.04)


def test_later_curves_lie_over_earlier_ones():
    picture = plot([(np.ones(2), RED), (np.ones(2), BLUE)], 2.0)
    assert height(picture, 100, BLUE) == pytest.approx(0.5, abs=0.02)
    assert np.isnan(picture).sum() == 0
    with pytest.warns(RuntimeWarning):
        assert np.isnan(height(picture, 100, RED))


def test_nothing_is_drawn_beside_the_curves_but_the_frame():
    picture = plot([(np.zeros(2), RED)], 0.0)
    assert picture.shape == (SIZE, SIZE, 4)
    assert (picture[20:50, 20:, 3] == 0.0).all()
    assert ((picture >= 0.0) & (picture <= 1.0)).all()
