"""One button, one file; it explains itself, can be undone, and says why it is grey."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import (
    Source,
    assert_accepts,
    assert_obeyed,
    assert_sees,
    attributes,
    bases,
    called,
    sources,
    text_of,
)


def buttons(source: Source) -> Iterator[ast.ClassDef]:
    """Classes that Blender shows; a base class has no idname."""
    for node in source.walk(ast.ClassDef):
        if "_OT_" in node.name or text_of(getattr(attributes(node).get("bl_idname"), "value", None)):
            yield node


def is_named_after_its_idname(source: Source) -> Iterator[str]:
    for node in buttons(source):
        idname = text_of(getattr(attributes(node).get("bl_idname"), "value", None)) or ""
        room, _, name = idname.partition(".")
        if room != "adverb" or node.name != f"ADVERB_OT_{name}":
            fault = f"{node.name} has the idname '{idname}'"
            yield source.complaint(node, fault, 'name them ADVERB_OT_build_verb and "adverb.build_verb"')


def has_one_button(source: Source) -> Iterator[str]:
    for node in list(buttons(source))[1:]:
        yield source.complaint(node, f"{node.name} shares a file with another button", "give it a file of its own")


def explains_itself(source: Source) -> Iterator[str]:
    for node in buttons(source):
        tooltip = (ast.get_docstring(node) or "").strip()
        if not tooltip:
            yield source.complaint(node, f"{node.name} has no docstring", "write one: it is the tooltip")
        if tooltip.endswith("."):
            yield source.complaint(node, f"the tooltip of {node.name} ends with a full stop", "Blender adds its own")
        if "bl_label" not in attributes(node):
            yield source.complaint(node, f"{node.name} has no bl_label", "say what is on the button")


def can_be_undone(source: Source) -> Iterator[str]:
    for node in buttons(source):
        options = attributes(node).get("bl_options")
        if options is None:
            yield source.complaint(node, f"{node.name} has no bl_options", 'write {"REGISTER", "UNDO"}')
        elif "UNDO" not in ast.unparse(options.value) and "# no undo:" not in source.line(options):
            cure = "add it, or say on the same line why not: `# no undo: writes nothing`"
            yield source.complaint(options, f"the bl_options of {node.name} lack UNDO", cure)


def says_why_it_is_grey(source: Source) -> Iterator[str]:
    for node in source.walk(ast.FunctionDef):
        if node.name != "poll":
            continue
        answers = [each.value for each in ast.walk(node) if isinstance(each, ast.Return)]
        always = all(isinstance(answer, ast.Constant) and answer.value is True for answer in answers)
        explains = any(called(each) in ("poll_message_set", "poll") for each in ast.walk(node))
        if not always and not explains:
            yield source.complaint(node, "poll says no without a reason", "call cls.poll_message_set with the cure")


def lives_in_operators(source: Source) -> Iterator[str]:
    for node in source.walk(ast.ClassDef):
        if "_OT_" in node.name or "Operator" in bases(node):
            yield source.complaint(node, f"{node.name} is an operator in {source.room}", "move it to operators")


RULES = (is_named_after_its_idname, has_one_button, explains_itself, can_be_undone, says_why_it_is_grey)

GOOD = '''
class ADVERB_OT_build_verb(bpy.types.Operator):
    """Build the active verb from its examples"""

    bl_idname = "adverb.build_verb"
    bl_label = "Build"
    bl_options = {"REGISTER", "UNDO"}

    @classmethod
    def poll(cls, context):
        if context.object is None:
            cls.poll_message_set("Select an armature first")
            return False
        return True
'''


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_button(rule):
    assert_obeyed(rule, sources("operators"))


def test_operators_live_in_operators():
    assert_obeyed(lives_in_operators, sources("addon", "panels"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_good_button_is_accepted(rule):
    assert_accepts(rule, "operators/build_verb.py", GOOD)
    assert_accepts(rule, "operators/base.py", "class VerbOperator(Operator):\n    def run(self): ...")


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        (is_named_after_its_idname, '"adverb.build_verb"', '"adverb.build"'),
        (is_named_after_its_idname, '"adverb.build_verb"', '"object.build_verb"'),
        (is_named_after_its_idname, "ADVERB_OT_build_verb", "BuildVerb"),
        (explains_itself, '"""Build the active verb from its examples"""', ""),
        (explains_itself, 'examples"""', 'examples."""'),
        (explains_itself, 'bl_label = "Build"', ""),
        (can_be_undone, 'bl_options = {"REGISTER", "UNDO"}', ""),
        (can_be_undone, '{"REGISTER", "UNDO"}', '{"REGISTER"}'),
        (says_why_it_is_grey, 'cls.poll_message_set("Select an armature first")', "pass"),
    ],
)
def test_a_faulty_button_is_seen(rule, before, after):
    assert before in GOOD
    assert_sees(rule, "operators/build_verb.py", GOOD.replace(before, after))


def test_two_buttons_in_one_file_are_seen():
    assert_sees(has_one_button, "operators/build_verb.py", GOOD + GOOD.replace("build_verb", "bake"))


def test_a_reason_for_no_undo_is_accepted():
    assert_accepts(
        can_be_undone,
        "operators/build_verb.py",
        GOOD.replace('{"REGISTER", "UNDO"}', '{"REGISTER"}  # no undo: writes nothing'),
    )


def test_an_operator_among_the_panels_is_seen():
    assert_sees(lives_in_operators, "panels/verb.py", GOOD)
