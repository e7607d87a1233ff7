"""API schemas of answer templates."""

from datetime import datetime
from typing import Annotated, Final

from services.core.fields import Refused, long_text, text
from services.core.http.answers import Answer
from services.core.inputs import Body, Default, Line, Lines, Required, RowIdIn, Rule, Version
from services.messages.templates.fields import listed, unknown_in
from services.messages.templates.models import LONGEST_TEMPLATE_NAME, LONGEST_TOPIC

LONGEST_TEMPLATE: Final = 10_000
LONGEST_SUBJECT: Final = 200
_TEXT_MISSING: Final = "Bitte schreiben Sie den Text der Vorlage."


def _known(value: str) -> str:
    """The text, if everything in braces is a field."""
    unknown = unknown_in(value)
    if len(unknown) == 1:
        raise Refused("unknown_field", f"{unknown[0]} gibt es als Feld nicht. Bitte wählen Sie eines aus der Liste.")
    if unknown:
        raise Refused("unknown_field", f"{listed(unknown)} gibt es als Felder nicht. Bitte wählen Sie aus der Liste.")
    return value


def _subject(value: object) -> str:
    return _known(text(value, LONGEST_SUBJECT))


def _text(value: object) -> str:
    found = long_text(value, 0, LONGEST_TEMPLATE)
    if not found:
        raise Refused("missing", _TEXT_MISSING)
    return _known(found)


class AnswerTemplateIn(Body):
    """A template. Everything in braces has to be a field."""

    name: Annotated[str, Line(LONGEST_TEMPLATE_NAME), Required("Bitte geben Sie der Vorlage einen Namen.")]
    topic: Annotated[str, Line(LONGEST_TOPIC), Required("Bitte nennen Sie das Thema in einem Wort.")]
    subject: Annotated[
        str,
        Rule(_subject, {"type": "string", "minLength": 1, "maxLength": LONGEST_SUBJECT}),
        Required("Bitte schreiben Sie einen Betreff."),
    ]
    text: Annotated[
        str, Rule(_text, {"type": "string", "minLength": 1, "maxLength": LONGEST_TEMPLATE}), Required(_TEXT_MISSING)
    ]


class TemplatePreviewIn(Body):
    """A draft of a template, however incomplete. `reservation_id`: whose values fill its fields; null: those of an
    example household.
    """

    subject: Annotated[str, Line(LONGEST_SUBJECT), Default("")] = ""
    text: Annotated[str, Lines(LONGEST_TEMPLATE), Default("")] = ""
    reservation_id: Annotated[RowIdIn | None, Default(None)] = None


class AnswerTemplateEditIn(AnswerTemplateIn):
    """A template, based on a version of it."""

    version: Annotated[Version, Required()]


class AnswerTemplateOut(Answer):
    """`updated_by_name` null: it came with the product, or the account no longer exists."""

    id: int
    name: str
    topic: str
    subject: str
    text: str
    version: int
    updated_at: datetime
    updated_by_name: str | None


class TemplateFieldOut(Answer):
    """A field that templates may use in braces."""

    name: str
    label: str


class FieldFaultOut(Answer):
    """A field without a value, and why, as a German sentence. `is_unknown`: there is no such field."""

    field: str
    reason: str
    is_unknown: bool


class TemplatePreviewOut(Answer):
    """A template as the household of this name reads it; faults are marked in `html`."""

    household: str
    subject: str
    html: str
    text: str
    faults: list[FieldFaultOut]


class AnswerTemplatesOut(Answer):
    """All templates by topic and name, and the available fields."""

    data: list[AnswerTemplateOut]
    fields: list[TemplateFieldOut]
