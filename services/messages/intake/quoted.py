"""Strips quoted text from a mail. If in doubt, text is kept: a person's own words are never lost. Pure.

A quotation extends to the end of the mail. It starts with an attribution line, followed by nothing but lines with `>`
or, without these, containing an address; or with the headers that Outlook and web mail put above a quoted mail.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

_LONGEST_LINE: Final = 400
_MOST_LINES: Final = 3
_MOST_FIELDS: Final = 12
_WROTE: Final = re.compile(
    r"(?:am|on)\b.{1,300}\b(?:schrieb|wrote|folgendes geschrieben)\b.{0,200}:"
    r"|.{1,200}\b(?:schrieb|hat) am\b.{1,100}:",
    re.I,
)
_BEGINS: Final = re.compile(r"(?:am|on|le|el|il|op)\b", re.I)
_DIVIDER: Final = re.compile(
    r"-{3,} ?(?:original message|ursprüngliche nachricht|originalnachricht|weitergeleitete nachricht) ?-{3,}", re.I
)
_FIELD: Final = re.compile(r"\*?(von|from|gesendet|sent|datum|date|an|to|betreff|subject)\*?:\*?\s*(.*)", re.I)
_MOMENTS: Final = ("gesendet", "sent", "datum", "date")
_OTHERS: Final = ("an", "to", "betreff", "subject")


def newly_written(text: str) -> str:
    """A text without quotations; all of it if nothing would be left."""
    written = text.split("\n")
    lines = [line.strip() for line in written]
    marked_from, last_mark = _marks(lines)
    if _WROTE.fullmatch(" ".join(_unmarked(lines[marked_from : marked_from + _MOST_LINES]))):
        return "\n".join(written[:marked_from]).strip() or text
    for at, line in enumerate(lines):
        end = _writer_ends(lines, at)
        is_wrapped = end > at + 1 and any(_writer_ends(lines, later) > later for later in range(at + 1, end))
        if end > at and not is_wrapped and _is_quoted(" ".join(lines[at:end]), end, marked_from, last_mark):
            return "\n".join(written[:at]).strip() or text
        if _DIVIDER.fullmatch(line) or _is_block_of_headers(lines[at : at + _MOST_FIELDS]):
            return "\n".join(written[:at]).strip().rstrip("_").strip() or text  # Outlook on a phone draws a line
    return text


def _marks(lines: Sequence[str]) -> tuple[int, int]:
    """Where the trailing lines with `>` begin, and the last of them; the end and -1 if there are none."""
    last = next((n for n in range(len(lines) - 1, -1, -1) if lines[n]), -1)
    begin = last + 1
    while begin and (not lines[begin - 1] or lines[begin - 1].startswith(">")):
        begin -= 1
    last_mark = next((n for n in range(last, -1, -1) if lines[n].startswith(">")), -1)
    return begin, last_mark


def _unmarked(lines: Sequence[str]) -> list[str]:
    """An attribution line that is marked itself, as Apple Mail marks it: up to its colon, without its marks."""
    bare = [line.removeprefix(">").strip()[:_LONGEST_LINE] for line in lines if line]
    ends = next((at for at, line in enumerate(bare, 1) if line.endswith(":")), 0)
    return bare[:ends]


def _writer_ends(lines: Sequence[str], at: int) -> int:
    """The end of an attribution line, wrapped into up to three lines; `at` if there is none."""
    has_beginning = _BEGINS.match(lines[at]) is not None
    most = _MOST_LINES if has_beginning else 1
    for end in range(at + 1, min(at + most, len(lines)) + 1):
        told = " ".join(lines[at:end])
        if not lines[end - 1] or len(told) > _LONGEST_LINE:
            break
        if told.endswith(":") and ((has_beginning and "@" in told) or _WROTE.fullmatch(told)):
            return end
    return at


def _is_quoted(told: str, end: int, marked_from: int, last_mark: int) -> bool:
    """Whether everything after `end` is quoted."""
    if last_mark < end:  # some programs mark nothing
        return "@" in told and _WROTE.fullmatch(told) is not None
    return end >= marked_from


def _is_block_of_headers(lines: Sequence[str]) -> bool:
    fields = [_FIELD.fullmatch(line[:_LONGEST_LINE]) for line in lines]
    if not fields[0]:
        return False
    named: Mapping[str, str] = {field[1].lower(): field[2] for field in reversed(fields) if field}
    has_moment = any(any(map(str.isdecimal, named.get(name, ""))) for name in _MOMENTS)
    has_address = any("@" in value for value in named.values())
    return has_moment and has_address and not named.keys().isdisjoint(_OTHERS) and bool(named.keys() & {"von", "from"})
