"""Shared API schemas of parks."""

from typing import Literal

from pydantic import BaseModel

from services.parks.fullness import Fullness


class FullnessOut(BaseModel):
    """How full a park is. `reserved`, `held`, `blocked` and `free` sum to the limit, the first three to `occupied`;
    `left`: so many places both limits still allow.
    """

    spot_limit: int
    occupied: int
    reserved: int
    held: int
    blocked: int
    free: int
    overbooked: int
    left: int
    kwh_limit: int | None
    kwh_taken: int
    level: Literal[80, 90, 100] | None
    """Per cent that are gone at least of the limit nearer to its end; 100: the park is full."""
    spots_words: str
    """In German: how many spots are taken, and by what."""
    kwh_words: str


def fullness_out(fullness: Fullness) -> FullnessOut:
    """The figures as an API schema."""
    return FullnessOut.model_validate(fullness, from_attributes=True)
