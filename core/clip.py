"""A sampled motion, or one pose."""

from dataclasses import dataclass

import numpy as np

from . import quaternion
from .arrays import Array
from .channels import Layout


@dataclass(frozen=True)
class Clip:
    """Poses `values` `[F, width]` of a `layout` at rising `times` `[F]`, in frames."""

    layout: Layout
    times: Array
    values: Array

    @property
    def is_pose(self) -> bool:
        return len(self.times) == 1

    def conform(self, layout: Layout, rest: Array) -> "Clip":
        """The same motion with the channels of `layout`: those it lacks stand at `rest` `[width]`."""
        values = np.tile(rest, (len(self.times), 1))
        for channel, target in layout.slices.items():
            source = self.layout.slices.get(channel)
            if source is not None:
                values[:, target] = self.values[:, source]
        return Clip(layout, self.times, values)

    def at(self, times: Array) -> Array:
        """Poses `[len(times), width]` between the samples, straight for numbers and along the arc for rotations;
        before the first sample and after the last the motion stands still."""
        times = np.clip(times, self.times[0], self.times[-1])
        if self.is_pose:
            return np.repeat(self.values, len(times), axis=0)
        left = np.clip(np.searchsorted(self.times, times, side="right") - 1, 0, len(self.times) - 2)
        part = (times - self.times[left]) / (self.times[left + 1] - self.times[left])
        poses = self.values[np.where(part < 1.0, left, left + 1)]
        inside = np.flatnonzero((part > 0.0) & (part < 1.0))
        if inside.size:
            before, after = self.values[left[inside]], self.values[left[inside] + 1]
            share = part[inside][:, None]
            between = before + share * (after - before)
            start = self.layout.rotations(before)
            turn = quaternion.multiply(quaternion.conjugate(start), self.layout.rotations(after))
            turn = quaternion.log(quaternion.align(turn, quaternion.IDENTITY))
            self.layout.rotations(between)[...] = quaternion.multiply(start, quaternion.exp(share[..., None] * turn))
            poses[inside] = between
        return np.asarray(poses)
