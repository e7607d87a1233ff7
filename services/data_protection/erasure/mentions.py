"""A condition in SQL that every text meets which names a person, and few others: without it an erasure would read
all mails and all changes of all households.

Compared are only letters and digits of ASCII. Both databases know their upper and lower case, and JSON stores them as
they are, while `ü` may stand there as six characters.
"""

import re
from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Text, cast, or_, true

from services.data_protection.erasure.naming import Naming

_RUN: Final = re.compile(r"[a-z0-9]+")
_SHORTEST: Final = 2


def may_mention(column: Column[Any], naming: Naming) -> ColumnElement[bool]:
    """Whether a text, or a JSON value, may name the person; whether it does, `Naming.redacted` says."""
    fragments = _fragments(naming.texts)
    if fragments is None:
        return true()
    patterns = [f"%{one}%" for one in fragments]
    patterns += [f"%{'%'.join(end)}%" for end in sorted(naming.phones) if end.isdigit()]
    text = cast(column, Text)
    return or_(*(text.ilike(pattern) for pattern in patterns))


def _fragments(texts: Iterable[str]) -> list[str] | None:
    """Of each text its longest run of letters and digits, without those that hold another. None: one has no such run,
    and is found by no condition.
    """
    kept: list[str] = []
    runs = [max(_RUN.findall(text.lower()), key=len, default="") for text in texts]
    for run in sorted(set(runs), key=len):
        if len(run) < _SHORTEST:
            return None
        if not any(shorter in run for shorter in kept):
            kept.append(run)
    return kept
