"""Numbers as the scene tells them."""

import bpy
import numpy as np

# The smallest unit of length that Blender writes, in metres: it tells less in metres or feet, with many zeros.
_SMALLEST = {"METRIC": 1e-6, "IMPERIAL": 2.54e-5}

# The least share or angle that is worth a number.
_LEAST = 0.001


def length(scene: bpy.types.Scene, value: float, digits: int = 2) -> str:
    """A length in the units of the scene, with so many digits that count; nothing where it is below all units."""
    system = scene.unit_settings.system
    if system == "NONE":
        return number(value, digits)
    value *= scene.unit_settings.scale_length
    if abs(value) < _SMALLEST[system]:
        value = 0.0
    return bpy.utils.units.to_string(system, "LENGTH", value, precision=digits, compatible_unit=False).strip()


def percent(value: float) -> str:
    """Percent, from 0 up."""
    return f"{_worth(value)} %"


def degrees(value: float) -> str:
    """An angle in degrees, from 0 up."""
    return f"{_worth(value)}°"


def number(value: float, digits: int = 2) -> str:
    """A number with so many digits that count, and never with an exponent."""
    return np.format_float_positional(value, precision=digits, fractional=False, trim="-")


def _worth(value: float) -> str:
    return f"< {_LEAST}" if 0.0 < value < _LEAST else number(value)
