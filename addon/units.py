"""Numbers as the scene tells them."""

import bpy


def length(scene: bpy.types.Scene, value: float, digits: int = 2) -> str:
    """A length in the units of the scene, with so many digits that count."""
    system = scene.unit_settings.system
    if system == "NONE":
        return f"{value:.{digits}g}"
    value *= scene.unit_settings.scale_length
    return bpy.utils.units.to_string(system, "LENGTH", value, precision=digits, compatible_unit=False)
