from adverb.core.wording import counted, listed, shortened


def test_one_is_no_plural():
    assert [counted(count, "example") for count in (0, 1, 2)] == ["0 examples", "1 example", "2 examples"]


def test_names_are_listed_up_to_three():
    assert listed(["a"]) == "'a'"
    assert listed(["a", "b"]) == "'a' and 'b'"
    assert listed(["a", "b", "c"]) == "'a', 'b' and 'c'"
    assert listed(["", "b", "c", "d", "e"]) == "the rig itself, 'b', 'c' and 2 more"


def test_what_all_names_begin_with_is_left_out_word_by_word():
    assert shortened(["look left", "look leftish", "look up"]) == ["left", "leftish", "up"]
    assert shortened(["Head_Down", "Head_Down_L"]) == ["Down", "Down_L"]
    assert shortened(["left", "leftish"]) == ["left", "leftish"]
    assert shortened(["look left", "Look new 01"]) == ["left", "new 01"]
    assert shortened(["look left"]) == ["look left"]
    assert shortened(["look ", "look up"]) == ["look ", "look up"]
    assert shortened([]) == []
