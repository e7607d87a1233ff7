"""Members of bodies and answers that are declared elsewhere, such as on the columns of a table."""

from collections.abc import Mapping
from inspect import get_annotations
from typing import Any

from pydantic import BaseModel


class WithMembers(BaseModel):
    """Base of a model that takes over `members`, annotations by name or pairs of annotation and default, behind its
    own member `after`; without it before all of them:

        class NoteOut(Answer, WithMembers, members={"text": str}, after="id"): ...
    """

    def __init_subclass__(cls, *, members: Mapping[str, Any] | None = None, after: str = "", **config: Any) -> None:
        super().__init_subclass__(**config)
        # Pydantic collects its members from the annotations when the class is made, which is behind this.
        own = get_annotations(cls)
        place = list(own).index(after) + 1 if after else 0
        taken: dict[str, Any] = {}
        for name, member in (members or {}).items():
            taken[name], *default = member if isinstance(member, tuple) else (member,)
            if default:
                setattr(cls, name, default[0])
        cls.__annotations__ = dict([*list(own.items())[:place], *taken.items(), *list(own.items())[place:]])

    @classmethod
    def __pydantic_init_subclass__(cls, *, members: Any = None, after: str = "", **config: Any) -> None:
        super().__pydantic_init_subclass__(**config)
