"""An exact distribution as data and as a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cribcalc.scoring import MOST_POINTS

if TYPE_CHECKING:  # a hand with its starter is counted without it
    from cribcalc.spread import Spread


def spread_payload(spread: Spread) -> dict[str, Any]:
    """Give mean, standard deviation, least, most, and the share of 0, 1, 2 ... points."""
    ways, by_points = spread.ways, spread.by_points()
    top = max(MOST_POINTS, spread.max)
    return {
        **_figures(spread),
        "pmf": [by_points.get(points, 0) / ways for points in range(top + 1)],
    }


def net_payload(spread: Spread) -> dict[str, Any]:
    """Give the same for a net, which can be negative: shares keyed by points."""
    ways = spread.ways
    shares = {str(points): count / ways for points, count in spread.by_points().items()}
    return {**_figures(spread), "pmf": shares}


def most_likely(spread: Spread) -> tuple[int, float]:
    """Give the points that come most often (the fewest of several) and their share."""
    points, count = max(spread.by_points().items(), key=lambda item: (item[1], -item[0]))
    return points, count / spread.ways


def _figures(spread: Spread) -> dict[str, Any]:
    return {"mean": spread.mean, "sd": spread.sd, "min": spread.min, "max": spread.max}
