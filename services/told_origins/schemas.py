"""What the site and the console are given."""

from datetime import date, datetime
from typing import Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.told_origins.answers import AnswerKey


class ToldQuestionOut(Answer):
    """The question on the page after reserving. `choices`: in the order to show; `answer`: null unless answered."""

    state: Literal["open", "answered", "withdrawn"]
    choices: list[AnswerKey]
    answer: AnswerKey | None
    text: str


class ToldAnswerOut(BaseModel):
    """An answer that a text can count as: a key with its label, or a name of staff's own, which is both."""

    counted_as: str
    label: str


class WaitingTextOut(Answer):
    """A typed text that counts as no answer yet. `text`: null where it names a person."""

    key: str
    text: str | None
    households: int
    last_on: date


class DecoyOut(BaseModel):
    """The answer that never ran. `is_used`: no campaign uses its medium, so it is among the answers."""

    label: str
    since: date
    is_used: bool


class ToldTextsOut(BaseModel):
    """The texts that wait, the first two hundred of `total`."""

    data: list[WaitingTextOut]
    total: int
    answers: list[ToldAnswerOut]
    decoy: DecoyOut


class ToldMappingOut(Answer):
    """A mapping. `text`: null where it names a person; `undone_at`: since then its texts wait again."""

    id: int
    text: str | None
    label: str
    households: int
    created_at: datetime
    created_by_name: str | None
    undone_at: datetime | None


class ToldMappingsOut(BaseModel):
    data: list[ToldMappingOut]
    has_next: bool
    total: int
