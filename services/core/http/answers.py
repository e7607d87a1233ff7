"""What answers of the API are made of: models that read the attributes of rows."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """Base of answers whose members are the attributes of a row: `ThingOut.model_validate(row)`."""

    model_config = ConfigDict(from_attributes=True)


class Extended:
    """A row with attributes besides or in place of its own, for an answer to read."""

    __slots__ = ("_more", "_row")

    def __init__(self, row: object, **more: Any) -> None:
        self._row = row
        self._more = more

    def __getattr__(self, name: str) -> Any:
        more = self._more
        return more[name] if name in more else getattr(self._row, name)
