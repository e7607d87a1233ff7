"""API schemas of aliases."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, ValidationInfo, field_validator

from services.campaigns.canonical import compared
from services.campaigns.field_rules import UtmValue
from services.core.fields import Refused, text
from services.core.http.answers import Answer
from services.core.http.paging import ListQuery
from services.core.inputs import Body, Choice, Required, Rule
from services.visits.touches import LONGEST_VALUE

TagField = Literal["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"]
_RAW = "Bitte geben Sie die Schreibweise an, die zugeordnet werden soll."


class AliasesQuery(ListQuery):
    """`q` is looked for inside both spellings."""

    sort: Literal["created_at", "field", "raw", "canonical"] = "created_at"
    order: Literal["asc", "desc"] = "desc"
    field: TagField | None = None
    q: str = Field("", max_length=200)


class AliasOut(Answer):
    """`undone_at`: since then it counts no longer."""

    id: int
    field: str
    raw: str
    canonical: str
    created_at: datetime
    created_by_name: str | None
    undone_at: datetime | None


class AliasesOut(BaseModel):
    data: list[AliasOut]
    has_next: bool
    total: int


def _raw(value: object) -> str:
    """Normalised like the values of visits: inner blanks stay, since links had them."""
    raw = compared(text(value, LONGEST_VALUE))
    if not raw:
        raise Refused("missing", _RAW)
    return raw


class AliasIn(Body):
    """The spelling `raw` of a field means `canonical`."""

    field: Annotated[TagField, Choice("Bitte wählen Sie das Feld."), Required("Bitte wählen Sie das Feld.")]
    raw: Annotated[str, Rule(_raw, {"type": "string", "minLength": 1, "maxLength": LONGEST_VALUE}), Required(_RAW)]
    canonical: Annotated[UtmValue, Required("Bitte geben Sie an, was damit gemeint ist.")]

    @field_validator("canonical")
    @classmethod
    def _differs(cls, canonical: str, before: ValidationInfo) -> str:
        if canonical == before.data.get("raw"):
            raise Refused("same", "Das ist dieselbe Schreibweise.")
        return canonical
