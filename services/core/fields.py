"""Field validation of request bodies: one rule per field, all errors collected with their codes and German messages."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final, Self, TypeVar

from pydantic_core import PydanticCustomError

from services.core.money import format_decimal

LARGEST: Final = 2**53 - 1
"""The largest whole number that every reader of JSON keeps exact (RFC 8259, section 6); both databases hold it."""
LARGEST_FIGURE: Final = 10**12
"""The largest number of what people enter: beyond it, nothing is an amount, an energy or a rate."""
_MARKS = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\U000e0001\U000e0020-\U000e007f]"
    "|(?<=[\x00-\x7f\u00a0])[\ufe00-\ufe0f]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]|[\u200c\u200d](?![^\x00-\x7f])"
)
"""Marks that turn text round, divide it or hide in it. Address books, messengers and PDF files wrap what is copied from
them in such marks. Joiners stay between letters of scripts that need them, and so do variants of emoji."""
_BLANKS = re.compile("[\t\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")

Value = TypeVar("Value")
FieldError = dict[str, str]
"""`{"field": …, "code": …, "message": …}`; the message is German and shown at the field."""


class Refused(PydanticCustomError):
    """The error of one field: a code for programs and a German message.

    Checks of a model's members may raise it as an error of Pydantic (`core/inputs.py`).
    """

    def __new__(cls, code: str, sentence: str) -> Self:
        return super().__new__(cls, code, sentence, {"in_german": True})

    @property
    def code(self) -> str:
        return self.type

    @property
    def sentence(self) -> str:
        return self.message_template


@dataclass(slots=True)
class Fields:
    """Reads fields one by one and collects all errors instead of stopping at the first."""

    body: Mapping[str, Any]
    errors: list[FieldError]

    def read(self, name: str, rule: Callable[[Any], Value], missing: str) -> Value | None:
        """Apply the field's rule; None, with the error recorded, if it fails."""
        value = self.body.get(name)
        try:
            if value is None or value == "":
                raise Refused("missing", missing)
            return rule(value)
        except Refused as fault:
            self.errors.append({"field": name, "code": fault.code, "message": fault.sentence})
            return None

    def read_optional(self, name: str, rule: Callable[[Any], Value], absent: Value) -> Value | None:
        """Apply the field's rule; `absent` when the field is missing."""
        if self.body.get(name) is None or self.body[name] == "":
            return absent
        return self.read(name, rule, "")


def without_marks(typed: str) -> str:
    """Text as typed or pasted, Unicode-normalised, without invisible characters and with ordinary blanks."""
    if typed.isascii():
        return typed.replace("\t", " ")
    return unicodedata.normalize("NFC", _BLANKS.sub(" ", _MARKS.sub("", typed)))


def text(value: object, longest: int) -> str:
    """Text in one line, trimmed, as `without_marks` leaves it. Refused with a line break or a control character."""
    if not isinstance(value, str):
        raise Refused("wrong_type", "Diese Angabe muss Text sein.")
    if len(value) > 4 * longest:
        raise Refused("too_long", f"Bitte höchstens {longest} Zeichen.")
    cleaned = without_marks(value).strip()
    if not cleaned:
        raise Refused("missing", "Diese Angabe fehlt.")
    if len(cleaned) > longest:
        raise Refused("too_long", f"Bitte höchstens {longest} Zeichen.")
    if not cleaned.isprintable() and any(map(_is_control, cleaned)):
        raise Refused("control_characters", "Bitte entfernen Sie die unsichtbaren Zeichen.")
    return cleaned


def long_text(value: object, shortest: int, longest: int) -> str:
    """Text of several lines, trimmed and composed. Control characters are taken out as marks are: nobody could find
    one in a letter.
    """
    if not isinstance(value, str):
        raise Refused("wrong_type", "Diese Angabe muss Text sein.")
    if len(value) > 4 * longest:
        raise Refused("too_long", _at_most(longest))
    cleaned = "\n".join(visible(line).rstrip() for line in value.splitlines()).strip()
    if len(cleaned) < shortest:
        raise Refused("too_short", f"Bitte schreiben Sie mindestens {shortest} Zeichen.")
    if len(cleaned) > longest:
        raise Refused("too_long", _at_most(longest))
    return cleaned


def visible(typed: str) -> str:
    """Without invisible and control characters."""
    return "".join(c for c in without_marks(typed) if unicodedata.category(c) not in ("Cc", "Cs"))


def _is_control(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp")


def _at_most(longest: int) -> str:
    return f"Bitte höchstens {format_decimal(Decimal(longest), 0)} Zeichen."


def short_text(value: object) -> str:
    """Text of at most forty characters."""
    return text(value, 40)


def choice(options: Sequence[str], message: str) -> Callable[[object], str]:
    """The rule that a value is one of `options`; `message` is the error otherwise."""

    def rule(value: object) -> str:
        chosen = short_text(value)
        if chosen not in options:
            raise Refused("unknown_choice", message)
        return chosen

    return rule


def flag(value: object) -> bool:
    """A JSON boolean; 1 and "true" are refused."""
    if not isinstance(value, bool):
        raise Refused("wrong_type", "Diese Angabe muss ja oder nein sein.")
    return value


def number(value: object, largest: int = LARGEST_FIGURE) -> float:
    """A finite number; refuses `true` and numeric text."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Refused("wrong_type", "Diese Angabe muss eine Zahl sein.")
    if not -largest <= value <= largest:  # also refuses NaN and integers too long for a float
        raise Refused("out_of_range", "Diese Zahl ist zu groß.")
    return value
