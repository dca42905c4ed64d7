"""The lists of the Adverb tab."""

import bpy

from ..addon import places, review, selection, units


class ADVERB_UL_verbs(bpy.types.UIList):
    """Verbs of the armature."""

    def draw_item(self, _context, layout, _data, verb, _icon, _active, _property, _index=0, _flag=0):
        row = layout.row(align=True)
        row.prop(verb, "name", text="", emboss=False, icon="ARMATURE_DATA")
        count = row.row()
        count.alignment = "RIGHT"
        count.label(text=str(len(verb.examples)))
        switch = row.operator("adverb.switch_live", text="", icon="PAUSE" if verb.is_live else "PLAY", emboss=False)
        switch.verb = verb.name


class ADVERB_UL_adverbs(bpy.types.UIList):
    """Adverbs of the verb."""

    def draw_item(self, _context, layout, verb, adverb, _icon, _active, _property, _index=0, _flag=0):
        row = layout.row(align=True)
        row.enabled = not verb.is_live  # the hub's variables and sliders are named after them
        row.prop(adverb, "name", text="", emboss=False)
        if adverb.kind == "GOAL":
            row.prop(adverb, "axis", text="")
        row.prop(adverb, "kind", text="", icon_only=True)


class ADVERB_UL_keytimes(bpy.types.UIList):
    """Keytimes of the verb, with their frames in the chosen example."""

    def draw_item(self, context, layout, _data, keytime, _icon, _active, _property, index=0, _flag=0):
        row = layout.row(align=True)
        row.prop(keytime, "name", text="", emboss=False, icon="MARKER_HLT")
        example = selection.example(context)
        moment = selection.chosen(example.keytimes, index) if example is not None else None
        if moment is None:
            return
        if moment.is_set:
            row.prop(moment, "frame", text="")
        else:
            row.label(text="not set", icon="ERROR")


class ADVERB_UL_examples(bpy.types.UIList):
    """Examples of the verb, each with how far it is from what the others predict; while it is live, its weight."""

    def draw_item(self, context, layout, verb, example, _icon, _active, _property, index=0, _flag=0):
        weights = places.weights(verb)
        split = layout.split(factor=0.78 if weights else 1.0, align=True)
        row = split.row(align=True)
        row.prop(example, "is_enabled", text="")
        row.active = example.is_enabled
        odd = not example.action or review.is_odd(verb, index)
        row.prop(example, "name", text="", emboss=False, icon="ERROR" if odd else "NONE")
        distance = None if verb.is_live else review.distances(verb).get(index)  # a name needs room beside a weight
        if distance is not None:
            away = row.row()
            away.alignment = "RIGHT"
            away.label(text=units.length(context.scene, distance))
        weight = weights.get(index)
        if weight is not None:
            split.progress(factor=min(max(weight, 0.0), 1.0), text=f"{round(100 * weight)} %")
