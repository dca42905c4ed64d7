"""The numbers of the examples as text: what was copied comes back, and what is wrong is told by line and column."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adverb.core import table
from adverb.core.errors import VerbError
from adverb.core.table import Table

NAMES = st.text(st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=8).filter(str.strip)
NUMBERS = st.floats(width=32, allow_nan=False, allow_infinity=False)

REACH = Table(("x", "mood"), ("touch",), ("low", "high"), np.array([[0.5, 1.0, 12.0], [-2.0, 0.0, np.nan]]))
TEXT = "name\tx\tmood\ttouch (frame)\nlow\t0.5\t1\t12\nhigh\t-2\t0\t\n"


@st.composite
def tables(draw):
    adverbs = draw(st.lists(NAMES, unique=True, min_size=1, max_size=4))
    keytimes = draw(st.lists(NAMES, unique=True, max_size=3))
    keytimes = [name for name in keytimes if f"{name} (frame)" not in adverbs]
    names = draw(st.lists(NAMES, min_size=1, max_size=6))
    cells = [[draw(NUMBERS) for _ in adverbs] + [draw(NUMBERS | st.just(np.nan)) for _ in keytimes] for _ in names]
    return Table(tuple(adverbs), tuple(keytimes), tuple(names), np.array(cells))


def empty(its):
    return Table(its.adverbs, its.keytimes, its.names, np.zeros_like(its.numbers))


def error(text, its=REACH):
    with pytest.raises(VerbError) as caught:
        table.read(text, its)
    return str(caught.value)


@given(tables())
@example(Table(("x",), (), ("least", "most"), np.array([[1e-45], [np.finfo(np.float32).max]], dtype=np.float32)))
def test_what_was_written_is_read_back_to_a_millionth_and_in_its_own_table_exactly(its):
    text = table.write(its)
    np.testing.assert_allclose(np.float32(table.read(text, empty(its)).numbers), its.numbers, rtol=1e-6)
    np.testing.assert_array_equal(table.read(text, its).numbers, its.numbers)


@given(tables())
def test_a_spreadsheets_commas_and_blank_lines_are_forgiven(its):
    text = table.write(its)
    header, _, body = text.partition("\n")
    if "," in body or "." in "".join(its.names):  # then a comma for every point would change names
        return
    back = table.read(f"{header}\r\n" + body.replace(".", ",").replace("\n", "\r\n") + "\r\n\t\t\r\n\n", empty(its))
    np.testing.assert_allclose(np.float32(back.numbers), its.numbers, rtol=1e-6)


def test_it_is_plain_to_read():
    assert table.write(REACH) == TEXT
    assert table.write(Table(("x",), (), ("low",), np.array([[np.float32(0.1) * 3]]))) == "name\tx\nlow\t0.3\n"


def test_only_columns_and_lines_that_are_there_change():
    numbers = table.read("name\tmood\nhigh\t7,5\n", REACH).numbers
    np.testing.assert_array_equal(numbers, [[0.5, 1.0, 12.0], [-2.0, 7.5, np.nan]])
    numbers = table.read("name\tmood\ttouch (frame)\nlow\t3\n", REACH).numbers
    np.testing.assert_array_equal(numbers[0], [0.5, 3.0, np.nan])


def test_columns_and_lines_may_stand_in_any_order():
    numbers = table.read("name\ttouch (frame)\tx\nhigh\t4\t5\nlow\t6\t7", REACH).numbers
    np.testing.assert_array_equal(numbers, [[7.0, 1.0, 6.0], [5.0, 0.0, 4.0]])


def test_examples_that_share_a_name_are_taken_in_their_order():
    twins = Table(("x",), (), ("a", "b", "a"), np.zeros((3, 1)))
    np.testing.assert_array_equal(table.read("name\tx\na\t1\na\t2\n", twins).numbers[:, 0], [1.0, 0.0, 2.0])
    assert error("name\tx\na\t1\n", twins) == (
        "Line 2, column 1: 'a' has 1 of the lines and 2 of the examples: let there be a line for each"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The text is empty: copy the verb's table, change it, and copy it from there"),
        ("\n \t\n", "The text is empty: copy the verb's table, change it, and copy it from there"),
        ("x\tmood\n1\t2", "Line 1, column 1: 'x' stands where 'name' must: put it there"),
        ("name\nlow", "Line 1 names no adverb and no keytime: there must be a column for one"),
        ("name\tx\tx\nlow\t1\t2", "Line 1, column 3: 'x' can mean two columns: rename or remove one"),
        (
            "name\tx\tweight\nlow\t1\t2",
            "Line 1, column 3: the verb has no adverb or keytime 'weight': rename the column, or add it to the verb",
        ),
        ("name\tx\n\nmiddle\t1", "Line 3, column 1: the verb has no example 'middle': rename the line, or remove it"),
        ("name\tx\tmood\nlow\t1\t2\nhigh\t3", "Line 3, column 3: 'high' has no number for 'mood': type one"),
        ("name\tx\nlow\t1\t2", "Line 2, column 3: '2' stands in no column: give it a header"),
        *(
            (f"name\tmood\tx\nlow\t1\t{bad}", f"Line 2, column 3: '{bad}' is no number: type one, such as 0.5")
            for bad in ("abc", "nan", "inf", "1e39", "1.234,5", "1,2,3", "1_0")
        ),
    ],
)
def test_what_is_wrong_is_told_by_line_and_column(text, sentence):
    assert error(text) == sentence
