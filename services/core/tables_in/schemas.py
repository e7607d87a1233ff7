"""API schemas of uploaded tables: the bytes of a file, and the tables found in it."""

from typing import Annotated

from services.core.http.answers import Answer
from services.core.inputs import Body, Content, Required

LARGEST: int = 10 << 20
"""Bytes of the largest file that anybody may bring."""


class TableFileIn(Body):
    content: Annotated[bytes, Content(LARGEST), Required("Die Datei ist leer.")]


class SheetOut(Answer):
    """A table as text. `rows` have content, the header among them; `hidden` ones are not shown by Excel."""

    name: str
    text: str
    rows: int
    hidden: int


class TableFileOut(Answer):
    """The sheets of a file that have rows, one for a text, and how they were read."""

    encoding: str
    sheets: list[SheetOut]
