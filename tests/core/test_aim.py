"""Whoever serves as an aim has all that the interface asks for, and no other arguments."""

from inspect import signature

import pytest

from adverb.core.aim import Aim
from adverb.core.reach import Reach


def asked_for():
    return [name for name in vars(Aim) if not name.startswith("_")]


@pytest.mark.parametrize("name", asked_for())
def test_a_reach_is_an_aim(name):
    mine, theirs = getattr(Reach, name), getattr(Aim, name)
    if callable(theirs):
        assert list(signature(mine).parameters) == list(signature(theirs).parameters)


def test_the_interface_is_known_in_full():
    assert set(asked_for()) == {"asks", "see", "slopes", "wanted", "misses"}
