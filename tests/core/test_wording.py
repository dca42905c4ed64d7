from adverb.core.wording import counted, listed


def test_one_is_no_plural():
    assert [counted(count, "example") for count in (0, 1, 2)] == ["0 examples", "1 example", "2 examples"]


def test_names_are_listed_up_to_three():
    assert listed(["a"]) == "'a'"
    assert listed(["a", "b"]) == "'a' and 'b'"
    assert listed(["a", "b", "c"]) == "'a', 'b' and 'c'"
    assert listed(["", "b", "c", "d", "e"]) == "the rig itself, 'b', 'c' and 2 more"
