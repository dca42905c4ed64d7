"""Every property tells the artist what it is and what it does."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import (
    Source,
    assert_accepts,
    assert_obeyed,
    assert_sees,
    called,
    sources,
    text_of,
)

KINDS = {
    *(f"{kind}Property" for kind in ("Bool", "Collection", "Enum", "Float", "Int", "Pointer", "String")),
    *(f"{kind}VectorProperty" for kind in ("Bool", "Float", "Int")),
}


def has_name_and_description(source: Source) -> Iterator[str]:
    for node in source.walk(ast.Call):
        if called(node) not in KINDS:
            continue
        given = {keyword.arg: keyword.value for keyword in node.keywords}
        for word in ("name", "description"):
            if word not in given or text_of(given[word]) == "":
                yield source.complaint(node, f"a {called(node)} has no {word}", f'add {word}="..." for the artist')
        if (text_of(given.get("description")) or "").endswith("."):
            yield source.complaint(node, "a description ends with a full stop", "Blender adds its own")


def describes_its_choices(source: Source) -> Iterator[str]:
    for node in source.walk(ast.Call):
        choices = next((keyword.value for keyword in node.keywords if keyword.arg == "items"), None)
        if called(node) != "EnumProperty" or not isinstance(choices, ast.Tuple | ast.List):
            continue
        for choice in choices.elts:
            description = text_of(choice.elts[2]) if isinstance(choice, ast.Tuple) and len(choice.elts) > 2 else None
            if description == "" or (description or "").endswith("."):
                yield source.complaint(choice, "a choice has no description or a full stop in it", "say what it does")


RULES = (has_name_and_description, describes_its_choices)
HOUSE = ("addon", "operators", "panels")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_property(rule):
    assert_obeyed(rule, sources(*HOUSE))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_good_property_is_accepted(rule):
    text = 'way: EnumProperty(name="Way", description=f"How {x} goes", items=(("A", "A", "Along the axis"),))'
    assert_accepts(rule, "addon/properties.py", f"class Verb:\n    {text}")


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (has_name_and_description, 'x: bpy.props.FloatProperty(name="X")'),
        (has_name_and_description, 'x: FloatProperty(description="How far")'),
        (has_name_and_description, 'x: FloatProperty(name="X", description="")'),
        (has_name_and_description, 'x: FloatProperty(name="X", description="How " "far.")'),
        (has_name_and_description, 'Object.adverb = PointerProperty(type=Verb, name="Adverb")'),
        (describes_its_choices, 'x: EnumProperty(items=[("A", "A", "")])'),
        (describes_its_choices, 'x: EnumProperty(items=(("A", "A", "Along the axis."),))'),
    ],
)
def test_a_faulty_property_is_seen(rule, text):
    assert_sees(rule, "addon/properties.py", text)
