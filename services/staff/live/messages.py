"""The messages of the stream, and how each is written as a server-sent event."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Final, Literal

from pydantic import BaseModel, Field, RootModel

from services.staff.live.changes import Change
from services.staff.live.viewers import Viewer


class ChangeOut(BaseModel):
    """Something changed: `topic` and `number` say what, `by_account` who (None: a household or the system)."""

    type: Literal["change"]
    id: int
    topic: str
    number: int | None
    action: str
    by_account: int | None
    by_name: str | None
    at: datetime


class ViewerOut(BaseModel):
    """A colleague who has the record open."""

    account_id: int
    name: str
    is_typing: bool


class ViewersOut(BaseModel):
    """Everybody who has a reservation open now; nobody when the list is empty."""

    type: Literal["viewers"]
    reservation_id: int
    viewers: list[ViewerOut]


class ManyOut(BaseModel):
    """Too much changed to be told one by one."""

    type: Literal["many"]


class BeatOut(BaseModel):
    """The stream is alive."""

    type: Literal["beat"]


class LiveMessageOut(RootModel[Annotated[ChangeOut | ViewersOut | ManyOut | BeatOut, Field(discriminator="type")]]):
    """One message of the stream: the data of one server-sent event."""


def opening(cursor: int) -> str:
    """The beginning of a stream that tells what lies behind `cursor`: how many milliseconds a browser waits before it
    connects again, and where it goes on if it was told nothing until then. No event: browsers keep the id alone, too.
    """
    return f"retry: 2000\nid: {cursor}\n\n"


def change_event(change: Change, *, is_named: bool) -> str:
    """A change as an event; its id is where the browser goes on after a broken line."""
    account = change.actor.removeprefix("staff:")
    message = ChangeOut(
        type="change",
        id=change.id,
        topic=change.topic,
        number=change.number,
        action=change.action,
        by_account=int(account) if is_named and account.isdecimal() else None,
        by_name=change.actor_name if is_named else None,
        at=change.at,
    )
    return f"id: {change.id}\n{_event(message)}"


def viewers_event(reservation_id: int, viewers: Sequence[Viewer]) -> str:
    """Who has this reservation open, as an event."""
    people = [ViewerOut(account_id=one.account_id, name=one.name, is_typing=one.is_typing) for one in viewers]
    return _event(ViewersOut(type="viewers", reservation_id=reservation_id, viewers=people))


def many_event(cursor: int) -> str:
    """Everything may have changed, up to `cursor`."""
    return f"id: {cursor}\n{_event(ManyOut(type='many'))}"


def _event(message: BaseModel) -> str:
    return f"data: {message.model_dump_json()}\n\n"


BEAT: Final = _event(BeatOut(type="beat"))
