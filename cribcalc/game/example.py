"""A recorded game as a person would write it down: the first deal of one at a table."""

from __future__ import annotations

EXAMPLE = """\
{
  "format": "cribcalc game",
  "schema_version": 1,
  "rules": {"variant": "six-card"},
  "players": ["Ann", "Bob"],
  "events": [
    {"move": "cut_for_deal", "cards": ["4H", "9S"], "note": "Ann is lower and deals"},
    {"move": "deal", "hands": ["4C 5D 5H 6H JS QD", "7C 8D 8S 9C 2H KC"]},
    {"move": "discard", "seat": 1, "cards": "2H KC"},
    {"move": "discard", "seat": 0, "cards": "JS QD"},
    {"move": "starter", "card": "JH", "points": 2, "note": "his heels"},

    {"move": "play", "seat": 1, "card": "8D"},
    {"move": "play", "seat": 0, "card": "6H"},
    {"move": "play", "seat": 1, "card": "7C", "points": 3},
    {"move": "play", "seat": 0, "card": "5D", "points": 4},
    {"move": "go", "seat": 1},
    {"move": "play", "seat": 0, "card": "5H", "points": 4, "note": "31 and a pair"},
    {"move": "play", "seat": 1, "card": "9C"},
    {"move": "play", "seat": 0, "card": "4C"},
    {"move": "play", "seat": 1, "card": "8S", "points": 1, "scores": [10, 4]},

    {"move": "count", "seat": 1, "points": 12},
    {"move": "count", "seat": 0, "points": 16},
    {"move": "count", "seat": 0, "points": 8, "note": "the crib", "scores": [34, 16]}
  ]
}
"""
