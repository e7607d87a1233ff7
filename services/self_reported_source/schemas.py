"""What the site and the console are given."""

from datetime import date
from typing import Literal

from pydantic import BaseModel

from services.core.http.answers import Answer
from services.self_reported_source.answers import AnswerKey


class ToldQuestionOut(Answer):
    """The question on the page after reserving. `choices`: in the order to show; `answer`: null unless answered."""

    state: Literal["open", "answered", "withdrawn"]
    choices: list[AnswerKey]
    answer: AnswerKey | None
    text: str


class ToldTextOut(Answer):
    """Words that households typed, alike but for capitals. `text`: null for all those together that name a person."""

    text: str | None
    households: int
    last_on: date


class ToldTextsOut(BaseModel):
    """The first two hundred of `total`, the most frequent first."""

    data: list[ToldTextOut]
    total: int
