"""Request bodies of the question."""

from typing import Annotated

from services.core.fields import Refused, text
from services.core.http.idempotency import LONGEST_KEY
from services.core.inputs import Body, Choice, Default, Line, Required, Rule
from services.core.personal_text import holds_personal_data
from services.self_reported_source.answers import AnswerKey
from services.self_reported_source.models import LONGEST_TEXT

_PERSONAL = "Bitte ohne E-Mail-Adresse, Telefonnummer und Referenz. Ein, zwei Stichworte genügen."
_WANTED = "Bitte wählen Sie eine der Antworten."


def _own_words(value: object) -> str:
    found = text(value, LONGEST_TEXT)
    if holds_personal_data(found):
        raise Refused("personal", _PERSONAL)
    return found


class JustReservedKeyIn(Body):
    """The key that the reservation call was sent with."""

    idempotency_key: Annotated[str, Line(LONGEST_KEY), Required()]


class ToldIn(JustReservedKeyIn):
    """An answer; `text` counts with `other` only, and may be empty."""

    answer: Annotated[AnswerKey, Choice(_WANTED), Required(_WANTED)]
    text: Annotated[
        str, Rule(_own_words, {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT}), Default("")
    ] = ""
