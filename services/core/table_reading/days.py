"""Parsing of dates in files of tables. Pure.

`2026-05-31` is one day everywhere; `31.05.2026` is German; `05/06/2026` is the fifth of June here and the sixth of May
in America. As with numbers, the column decides, and a guess is reported. A month in words can be read in one way only.
"""

import re
from collections.abc import Iterable
from datetime import date
from typing import Literal

from services.core.fields import Refused
from services.core.inputs import EARLIEST, LATEST

DayFormat = Literal["iso", "de", "us"]
FORMATS: tuple[DayFormat, ...] = ("iso", "de", "us")

_TIME = r"(?:[T ][0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?(?: ?(?:[AP]M|Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?)?"
_FORMS = {
    "iso": re.compile(rf"(?P<y>[0-9]{{4}})([-/.]?)(?P<m>[0-9]{{2}})\2(?P<d>[0-9]{{2}}){_TIME}"),
    "de": re.compile(rf"(?P<d>[0-9]{{1,2}})([-/.])(?P<m>[0-9]{{1,2}})\2(?P<y>[0-9]{{4}}|[0-9]{{2}}){_TIME}"),
    "us": re.compile(rf"(?P<m>[0-9]{{1,2}})([-/])(?P<d>[0-9]{{1,2}})\2(?P<y>[0-9]{{4}}|[0-9]{{2}}){_TIME}"),
}
_MONTHS: tuple[tuple[str, ...], ...] = (
    ("jan", "januar", "january", "jän", "jänner"), ("feb", "februar", "february"),
    ("mär", "märz", "mar", "march", "mrz"), ("apr", "april"), ("mai", "may"),
    ("jun", "juni", "june"), ("jul", "juli", "july"), ("aug", "august"),
    ("sep", "sept", "september"), ("okt", "oktober", "oct", "october"), ("nov", "november"),
    ("dez", "dezember", "dec", "december"),
)  # fmt: skip
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_WORD = f"(?P<m>{'|'.join(sorted(_MONTH_OF, key=len, reverse=True))})"
_IN_WORDS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?P<d>[0-9]{{1,2}})[.]?[ -]*{_WORD}[.]?,?[ -]*(?P<y>[0-9]{{4}}){_TIME}",
        rf"{_WORD}[.]? +(?P<d>[0-9]{{1,2}}),? +(?P<y>[0-9]{{4}}){_TIME}",
    )
)
_DAY = (
    r"(?:[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}|[0-9]{1,2}[.]? ?[a-zä]{3,9}[.]?,? ?[0-9]{4}"
    r"|[a-zä]{3,9}[.]? [0-9]{1,2},? [0-9]{4})"
)
_PERIOD = re.compile(rf"{_DAY}\s*(?:-|–|—|bis|to|until)\s*{_DAY}", re.IGNORECASE)
_MENTIONED = re.compile(rf"(?<![0-9a-z.]){_DAY}(?![0-9])", re.IGNORECASE)
_LONGEST = 40


def read_day(typed: str, day_format: DayFormat) -> date:
    """Parse a day; Refused if invalid. Two-digit years are of this century."""
    text = typed.strip()
    if not text:
        raise Refused("day_missing", "Der Tag fehlt.")
    if _PERIOD.fullmatch(text):
        raise spans_days()
    forms = (_FORMS[day_format], *_IN_WORDS) if len(text) <= _LONGEST else ()
    match = next((read for form in forms if (read := form.fullmatch(text))), None)
    if match is None:
        raise _unreadable()
    year = int(match["y"]) + (2000 if len(match["y"]) == 2 else 0)
    month = _MONTH_OF.get(match["m"].lower()) or int(match["m"])
    try:
        found = date(year, month, int(match["d"]))
    except ValueError:
        raise _unreadable() from None
    if not EARLIEST <= found <= LATEST:
        raise _unreadable()
    return found


def spans_days() -> Refused:
    """The refusal of a line whose amount covers several days: booked on the first it would be a false figure."""
    return Refused(
        "several_days", "Der Betrag gilt für einen Zeitraum. Bitte exportieren Sie die Kosten nach einzelnen Tagen."
    )


def _unreadable() -> Refused:
    return Refused("day_unreadable", "Der Tag ist kein lesbares Datum.")


def day_readings(typed: str) -> dict[DayFormat, date]:
    """The day in each format that can read the text."""
    found: dict[DayFormat, date] = {}
    for day_format in FORMATS:
        try:
            found[day_format] = read_day(typed, day_format)
        except Refused:
            continue
    return found


def days_in(text: str) -> list[frozenset[date]]:
    """The days that a text mentions, in order, each with every way to read it."""
    found = (frozenset(day_readings(match[0]).values()) for match in _MENTIONED.finditer(text))
    return [days for days in found if days]


def is_ambiguous_day(typed: str) -> bool:
    """Whether two formats read two different days."""
    return len(set(day_readings(typed).values())) > 1


def guess_day_format(column: Iterable[str], otherwise: DayFormat) -> tuple[DayFormat, bool]:
    """The format that reads most of the column, and whether no other format reads as much."""
    votes: dict[DayFormat, int] = dict.fromkeys(FORMATS, 0)
    for typed in column:
        for name in day_readings(typed):
            votes[name] += 1
    best = max(votes.values())
    winners = [name for name in FORMATS if votes[name] == best]
    if len(winners) == 1:
        return winners[0], True
    return (otherwise if otherwise in winners else winners[0]), False
