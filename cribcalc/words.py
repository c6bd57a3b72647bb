"""Numbers as words and users' texts as quotations, for sentences."""

from __future__ import annotations

_UNITS = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
    "fifteen sixteen seventeen eighteen nineteen"
).split()
_TENS = "no ten twenty thirty forty fifty sixty seventy eighty ninety".split()


def number_word(number: int) -> str:
    """Spell a number from 0 (``no``) to 99.

    >>> number_word(24)
    'twenty-four'
    """
    if number < 20:
        return _UNITS[number]
    if number > 99:
        return str(number)
    tens, unit = divmod(number, 10)
    return _TENS[tens] + (f"-{_UNITS[unit]}" if unit else "")


def plural(thing: str, number: int) -> str:
    """Give the name of a thing as it is said of a number of them.

    >>> plural("card", 1), plural("card", 2)
    ('card', 'cards')
    """
    return thing if number == 1 else f"{thing}s"


def printable(text: str, most: int = 24) -> str:
    r"""Make a user's text fit for a sentence: printable, and not too long.

    >>> printable("5\x00H")
    '5\\x00H'
    """
    clean = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text[:most])
    return clean + ("..." if len(text) > most else "")
