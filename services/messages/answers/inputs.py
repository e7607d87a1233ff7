"""Input types of answers."""

import re
from datetime import datetime
from typing import Annotated, Final, Self

from pydantic import Field, model_validator

from services.core.clock import BERLIN
from services.core.fields import Refused, long_text, text
from services.core.inputs import Body, Content, Default, Line, Required, RowIdIn, Rule, Version
from services.messages.intake.files import LARGEST_FILE
from services.messages.models import LONGEST_SUBJECT
from services.messages.templates.fields import left_in, listed

LONGEST_ANSWER: Final = 20_000
LONGEST_TYPED_SUBJECT: Final = LONGEST_SUBJECT - 30
"""Leaves room for the reference."""
MOST_NAMED: Final = 50
_SUBJECT_MISSING: Final = "Bitte schreiben Sie einen Betreff."
_TEXT_MISSING: Final = "Bitte schreiben Sie einen Text."
_KEY: Final = "^[0-9a-fA-F-]{16,36}$"
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d")
_NO_MOMENT: Final = "Bitte geben Sie Tag und Uhrzeit an, zum Beispiel 24.12.2026, 9:00 Uhr."


def refuse_fields(value: str) -> str:
    """The text, if no field is left in it."""
    left = left_in(value)
    if left:
        verb = "steht" if len(left) == 1 else "stehen"
        raise Refused("field_left", f"Im Text {verb} noch {listed(left)}. Bitte ersetzen Sie das durch Ihre Worte.")
    return value


def _subject(value: object) -> str:
    return refuse_fields(text(value, LONGEST_TYPED_SUBJECT))


def _text(value: object) -> str:
    found = long_text(value, 0, LONGEST_ANSWER)
    if not found:
        raise Refused("missing", _TEXT_MISSING)
    return refuse_fields(found)


def _key(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(_KEY, value):
        raise Refused("wrong_type", "Der Schlüssel dieses Klicks fehlt.")
    return value.lower()


def berlin_moment(value: object) -> datetime:
    """`2026-12-24T09:00`, Berlin time; the first occurrence in the repeated hour of a clock change."""
    if not isinstance(value, str) or not _MOMENT.fullmatch(value):
        raise Refused("not_a_moment", _NO_MOMENT)
    try:
        return datetime.fromisoformat(value).replace(tzinfo=BERLIN)
    except ValueError:
        raise Refused("not_a_moment", _NO_MOMENT) from None


Subject = Annotated[
    str,
    Rule(_subject, {"type": "string", "minLength": 1, "maxLength": LONGEST_TYPED_SUBJECT}),
    Required(_SUBJECT_MISSING),
]
Text = Annotated[
    str, Rule(_text, {"type": "string", "minLength": 1, "maxLength": LONGEST_ANSWER}), Required(_TEXT_MISSING)
]
Moment = Annotated[datetime | None, Rule(berlin_moment, {"type": "string", "pattern": _MOMENT.pattern}), Default(None)]


class PreviewIn(Body):
    """A draft in the composer."""

    subject: Subject
    text: Text


class WriteIn(PreviewIn):
    """A message to a household. `key` identifies the click, so a repeated call sends nothing twice; `send_at` is Berlin
    time, null: in ten minutes. `files` were uploaded for it; `attachments` are files of the conversation to send again.
    """

    key: Annotated[
        str,
        Rule(_key, {"type": "string", "pattern": _KEY}),
        Required("Der Schlüssel dieses Klicks fehlt."),
    ]
    send_at: Moment = None
    files: Annotated[list[RowIdIn], Field(max_length=MOST_NAMED), Default([])] = Field([], validate_default=True)
    attachments: Annotated[list[RowIdIn], Field(max_length=MOST_NAMED), Default([])] = Field([], validate_default=True)


class AnswerIn(WriteIn):
    """An answer, based on a version of its conversation."""

    version: Annotated[Version, Required()]


class AnswerFileIn(Body):
    """A file for an answer, or for a first message to a household."""

    conversation_id: Annotated[RowIdIn | None, Default(None)] = None
    reservation_id: Annotated[RowIdIn | None, Default(None)] = None
    filename: Annotated[str, Line(500), Required("Der Name der Datei fehlt.")]
    content: Annotated[bytes, Content(LARGEST_FILE), Required("Diese Datei ist leer.")]

    @model_validator(mode="after")
    def _has_one_subject(self) -> Self:
        if (self.conversation_id is None) is (self.reservation_id is None):
            raise Refused("one_subject", "Die Datei gehört zu einer Nachricht oder zu einer Reservierung.")
        return self
