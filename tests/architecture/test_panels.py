"""Panels draw: they never compute, never write, and press no buttons themselves."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import (
    Source,
    assert_accepts,
    assert_obeyed,
    assert_sees,
    bases,
    called,
    dotted,
    sources,
)

PREFIXES = {"Panel": "ADVERB_PT_", "UIList": "ADVERB_UL_", "Menu": "ADVERB_MT_", "GizmoGroup": "ADVERB_GGT_"}
# What may be set while drawing: the look of a layout.
LOOK = {
    *("active", "active_default", "activate_init", "alert", "alignment", "direction", "emboss", "enabled"),
    *("operator_context", "scale_x", "scale_y", "ui_units_x", "ui_units_y"),
    *("use_property_decorate", "use_property_split"),
}
WRITING = {
    *("add", "append", "clear", "driver_add", "driver_remove", "foreach_set", "keyframe_delete", "keyframe_insert"),
    *("link", "move", "new", "pop", "property_unset", "remove", "setattr", "unlink", "update", "update_tag"),
}


def is_named_by_its_kind(source: Source) -> Iterator[str]:
    for node in source.walk(ast.ClassDef):
        for kind in bases(node) & PREFIXES.keys():
            if not node.name.startswith(PREFIXES[kind]):
                yield source.complaint(node, f"{node.name} is a {kind}", f"let its name begin with {PREFIXES[kind]}")


def own_names(source: Source) -> set[str]:
    """Names that hold what the panel made itself: lists, dictionaries, the properties of a button it drew, and the
    handles of a group of gizmos."""
    displays = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    found = {"self.gizmos"}
    for node in source.walk(ast.Assign, ast.AnnAssign, ast.NamedExpr):
        is_handle = isinstance(node.value, ast.Call) and dotted(node.value.func) == "self.gizmos.new"
        if isinstance(node.value, displays) or called(node.value) in ("operator", "operator_menu_enum") or is_handle:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    for node in source.walk(ast.For):
        if any(dotted(part) == "self.gizmos" for part in ast.walk(node.iter)):
            found |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    return found


def writes_nothing(source: Source) -> Iterator[str]:
    own = own_names(source)
    cure = "panels only draw; let an operator in operators/ do it"
    for node in source.walk(ast.Attribute, ast.Subscript):
        if isinstance(node.ctx, ast.Load):
            continue
        is_own = dotted(node.value) in own or called(node.value) in ("operator", "target_set_operator")
        is_look = isinstance(node, ast.Attribute) and node.attr in LOOK
        if not is_own and not is_look:
            yield source.complaint(node, f"writes to {ast.unparse(node)}", cure)
    for node in source.walk(ast.Call):
        owner = dotted(node.func.value) if isinstance(node.func, ast.Attribute) else ""
        if called(node) in WRITING and owner not in own:
            yield source.complaint(node, f"calls {ast.unparse(node.func)}", cure)


def presses_no_button(source: Source) -> Iterator[str]:
    for node in source.walk(ast.Attribute):
        if dotted(node) == "bpy.ops":
            yield source.complaint(node, "calls bpy.ops", "draw the button with layout.operator")
    for node in source.walk(ast.ImportFrom):
        if node.module == "bpy" and any(alias.name == "ops" for alias in node.names):
            yield source.complaint(node, "imports bpy.ops", "draw the button with layout.operator")


RULES = (is_named_by_its_kind, writes_nothing, presses_no_button)

GOOD = """
class ADVERB_UL_examples(bpy.types.UIList):
    def filter_items(self, context, data, name):
        flags = []
        flags.append(1)
        return flags, []

class ADVERB_PT_verb(Mixin, bpy.types.Panel):
    def draw(self, context):
        layout = self.layout
        layout.use_property_split = True
        row = layout.row()
        row.enabled = context.object is not None
        button = row.operator("adverb.build_verb")
        button.index = 3
        row.operator("adverb.bake").step = 2

class ADVERB_GGT_examples(bpy.types.GizmoGroup):
    def setup(self, context):
        handle = self.gizmos.new("GIZMO_GT_move_3d")
        handle.target_set_operator("adverb.drag_example").index = 2
        handle.alpha = 0.5

    def draw_prepare(self, context):
        for index, handle in enumerate(self.gizmos):
            handle.hide = index > 2
"""


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_every_panel(rule):
    assert_obeyed(rule, sources("panels"))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_good_panel_is_accepted(rule):
    assert_accepts(rule, "panels/verb.py", GOOD)


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        (is_named_by_its_kind, "class VerbPanel(bpy.types.Panel): ..."),
        (is_named_by_its_kind, "class ADVERB_PT_examples(UIList): ..."),
        (is_named_by_its_kind, "class ADVERB_PT_examples(bpy.types.GizmoGroup): ..."),
        (writes_nothing, "for bone in context.object.pose.bones:\n    bone.hide = True"),
        (writes_nothing, "context.object.adverb.index = 3"),
        (writes_nothing, "context.object.adverb.index += 1"),
        (writes_nothing, "context.object['adverb_pose'] = [0]"),
        (writes_nothing, "del context.object['adverb_pose']"),
        (writes_nothing, "setattr(context.object, 'name', 'x')"),
        (writes_nothing, "context.object.adverb.verbs.add()"),
        (writes_nothing, "bpy.data.objects.remove(context.object)"),
        (presses_no_button, "bpy.ops.adverb.build_verb()"),
        (presses_no_button, "from bpy import ops"),
    ],
)
def test_a_faulty_panel_is_seen(rule, text):
    assert_sees(rule, "panels/verb.py", text)
