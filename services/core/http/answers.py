"""Base of API answers: models that read the attributes of rows."""

from typing import Any

from pydantic import BaseModel, ConfigDict


class Answer(BaseModel):
    """Base of answers whose members are the attributes of a row: `ThingOut.model_validate(row)`."""

    model_config = ConfigDict(from_attributes=True)


class Extended:
    """A row whose attributes are extended or overridden, for an answer to read."""

    def __init__(self, row: object, **more: Any) -> None:
        # Copies the loaded values: an answer of thirty members would call `__getattr__` thirty times per row.
        self.__dict__ = {**getattr(row, "__dict__", {}), **more, "_row": row}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._row, name)
