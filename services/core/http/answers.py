"""What answers of the API are made of: models that read the attributes of rows."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """Base of answers whose members are the attributes of a row: `ThingOut.model_validate(row)`."""

    model_config = ConfigDict(from_attributes=True)


class Extended:
    """A row with attributes besides or in place of its own, for an answer to read."""

    def __init__(self, row: object, **more: Any) -> None:
        # What the row has loaded is taken over: an answer of thirty members would ask thirty times, for each row.
        self.__dict__ = {**getattr(row, "__dict__", {}), **more, "_row": row}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, name)
