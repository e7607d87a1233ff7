"""Bodies of what households tell, and of how staff map it."""

from typing import Annotated

from services.core.fields import Refused, text
from services.core.http.idempotency import LONGEST_KEY
from services.core.inputs import Body, Choice, Line, Needed, Otherwise, Rule
from services.core.personal_text import holds_personal_data
from services.told_origins.answers import AnswerKey
from services.told_origins.models import LONGEST_NAME, LONGEST_TEXT

_PERSONAL = "Bitte ohne E-Mail-Adresse, Telefonnummer und Referenz. Ein, zwei Stichworte genügen."
_WANTED = "Bitte wählen Sie eine der Antworten."
_NAME = "Bitte wählen Sie eine Antwort oder geben Sie ihr einen Namen."


def _own_words(value: object) -> str:
    found = text(value, LONGEST_TEXT)
    if holds_personal_data(found):
        raise Refused("personal", _PERSONAL)
    return found


def _name(value: object) -> str:
    found = " ".join(text(value, LONGEST_NAME).split())
    if not found:
        raise Refused("missing", _NAME)
    if holds_personal_data(found):
        raise Refused("personal", "Bitte keine E-Mail-Adresse und keine Telefonnummer.")
    return found


class JustReservedKeyIn(Body):
    """The key that the reservation call was sent with."""

    idempotency_key: Annotated[str, Line(LONGEST_KEY), Needed()]


class ToldIn(JustReservedKeyIn):
    """An answer; `text` counts with `other` only, and may be empty."""

    answer: Annotated[AnswerKey, Choice(_WANTED), Needed(_WANTED)]
    text: Annotated[
        str, Rule(_own_words, {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}), Otherwise("")
    ] = ""


class ToldMappingIn(Body):
    """Texts of this key count as `counted_as`: an answer's key, or a name of the marketer's own."""

    key: Annotated[str, Line(64), Needed()]
    counted_as: Annotated[
        str, Rule(_name, {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}), Needed(_NAME)
    ]
