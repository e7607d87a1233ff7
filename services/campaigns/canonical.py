"""Normalisation of campaign values for comparison. Pure.

A visit keeps what its link said. It is compared in small letters, composed and without blanks at its ends; what staff
enter gets hyphens for blanks on top of that, because a blank in a link is torn apart or becomes `%20`.
"""

import re
import unicodedata
from collections.abc import Mapping

from services.visits.touches import clean_value

Aliases = Mapping[tuple[str, str], str]
"""The live aliases: field and raw value to canonical value."""

_BLANKS = re.compile(r"\s+")


def compared(value: str) -> str:
    """A raw value as it is compared: `" Sommer Aktion"` is `sommer aktion`."""
    return unicodedata.normalize("NFC", folded(clean_value(value))).strip()


def folded(value: str) -> str:
    """Lower case exactly as DuckDB's `lower`, which maps each letter to one other.

    Python maps a dotted capital I to two letters and knows the final sigma; an alias folded like that would never match
    a visit.
    """
    return "".join("i" if letter == "\u0130" else letter.lower() for letter in value)


def canonical(value: str) -> str:
    """A value as staff enter it: `"Sommer Aktion "` becomes `sommer-aktion`."""
    return _BLANKS.sub("-", compared(value))


def meaning(field: str, raw: str, aliases: Aliases) -> str:
    """The name of a raw value in reports: the alias of its spelling if there is one, else its compared form."""
    spelling = compared(raw)
    return aliases.get((field, spelling), spelling)


def spellings(field: str, value: str, aliases: Aliases) -> tuple[str, ...]:
    """Every spelling that resolves to the same value; that value comes first."""
    meant = meaning(field, value, aliases)
    return (meant, *sorted(raw for (of, raw), canonical in aliases.items() if (of, canonical) == (field, meant)))


def resolved(field: str, value: str, aliases: Aliases) -> str:
    """What a value of this field means: the alias of its spelling if there is one, else the canonical value.

    One step: no alias leads to another.
    """
    found = aliases.get((field, compared(value)))
    if found is None:
        made = canonical(value)
        found = aliases.get((field, made), made)
    return found
