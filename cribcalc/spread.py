"""How often each number of points comes: an exact distribution over counted ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt


@dataclass(frozen=True)  # no slots, so that sums are kept once they are asked for
class Spread:
    """An exact distribution of points.

    Attributes
    ----------
    lowest : int
        The points that ``counts[0]`` stands for (negative in a net against a crib).
    counts : tuple of int
        In how many equally likely ways each number of points comes, from `lowest` upward.

    """

    lowest: int
    counts: tuple[int, ...]

    @classmethod
    def of(cls, points: Sequence[int]) -> Spread:
        """Count a list of equally likely outcomes."""
        lowest = min(points)
        counts = [0] * (max(points) - lowest + 1)
        for each in points:
            counts[each - lowest] += 1
        return cls(lowest, tuple(counts))

    @cached_property
    def ways(self) -> int:
        """Number of equally likely outcomes."""
        return sum(self.counts)

    @cached_property
    def points_sum(self) -> int:
        """Points added over all ways; divided by `ways` it is the mean."""
        return sum((self.lowest + i) * count for i, count in enumerate(self.counts))

    @property
    def mean(self) -> float:
        """Average points."""
        return self.points_sum / self.ways

    @property
    def sd(self) -> float:
        """Standard deviation in points, of the whole distribution (not of a sample)."""
        ways, total = self.ways, self.points_sum
        squares = sum((self.lowest + i) ** 2 * count for i, count in enumerate(self.counts))
        return sqrt(ways * squares - total * total) / ways

    @property
    def min(self) -> int:
        """Fewest points that can come."""
        return self.lowest + next(i for i, count in enumerate(self.counts) if count)

    @property
    def max(self) -> int:
        """Most points that can come."""
        last = next(i for i, count in enumerate(reversed(self.counts)) if count)
        return self.lowest + len(self.counts) - 1 - last

    def by_points(self) -> dict[int, int]:
        """Get the ways of each number of points that can come, lowest first."""
        return {self.lowest + i: count for i, count in enumerate(self.counts) if count}
