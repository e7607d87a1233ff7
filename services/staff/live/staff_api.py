"""Staff API of the live stream, and of what a tab says about the record it shows."""

import asyncio
from collections.abc import AsyncIterator, Callable
from datetime import timedelta
from typing import Annotated, Final
from uuid import UUID

from fastapi import Depends, Header, Query, Request, Response
from pydantic import Field
from starlette.responses import StreamingResponse

from services.core.http.transactions import Writes
from services.core.inputs import BOOLEAN, Body, Default, Parameters, RowIdIn
from services.staff.access import AnyStaffOf, CallOf, ClerkOf, StaffRouter
from services.staff.call import Call
from services.staff.live.feed import LiveFeed, Subscription
from services.staff.live.news import BEAT, LiveMessageOut, OpenRecord, leave, opening, renew
from services.staff.models import Role, Stage
from services.staff.sign_in import sessions

router = StaffRouter(tag="live")

_BEAT_SECONDS: Final = 15.0
"""Between two signs of life, each after a look whether the caller is still signed in."""
_HEADERS: Final = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
"""The second keeps nginx from holding messages back."""


class StreamQuery(Parameters):
    """`back_seconds`: changes of so many seconds before the call come first, because what the caller has read since
    then may be older than they are.
    """

    back_seconds: int = Field(0, ge=0, le=3_600)


class OpenRecordIn(Body):
    """The reservation that a tab shows, and whether its user types there."""

    reservation_id: RowIdIn
    is_typing: Annotated[bool, BOOLEAN, Default(False)] = False


class EventStream(StreamingResponse):
    """Server-sent events."""

    media_type = "text/event-stream"


async def _feed(request: Request) -> LiveFeed:
    feed: LiveFeed = request.app.state.live
    return feed


@router.get("/live", response_model=LiveMessageOut, response_class=EventStream)
async def stream_live(
    call: CallOf,
    staff: AnyStaffOf,
    feed: Annotated[LiveFeed, Depends(_feed)],
    request: Request,
    wanted: Annotated[StreamQuery, Query()],
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Changes as they are committed: server-sent events, each with this document as its data (LIVE.md)."""
    last_id = int(last_event_id) if last_event_id and last_event_id.isdecimal() else None
    sees_people = staff.role is not Role.MARKETING
    back = timedelta(seconds=wanted.back_seconds)

    async def events() -> AsyncIterator[str]:
        async with feed.subscribed(sees_people=sees_people, last_id=last_id, back=back) as stream:
            yield opening(stream.begins_behind)  # from the first byte on nothing is missed
            async for message in _messages(stream, lambda: _is_admitted(call, request)):
                yield message

    return EventStream(events(), headers=_HEADERS)


async def _messages(stream: Subscription, is_admitted: Callable[[], bool]) -> AsyncIterator[str]:
    """The messages until the feed or the session ends. After each pause the caller is looked up again."""
    loop = asyncio.get_running_loop()
    beat_at = loop.time() + _BEAT_SECONDS
    while True:
        try:
            message = await asyncio.wait_for(stream.waiting.get(), max(beat_at - loop.time(), 0))
        except TimeoutError:
            if not await asyncio.to_thread(is_admitted):
                return
            beat_at = loop.time() + _BEAT_SECONDS
            message = BEAT
        if message is None:
            return
        yield message


def _is_admitted(call: Call, request: Request) -> bool:
    """Whether the session of the call is still signed in."""
    now = request.app.state.clock()
    with call.db.read() as session:
        presence = sessions.find(session, call.token, call.settings, now)
    return presence is not None and presence.stage is Stage.FULL


@router.put("/live/tabs/{tab}", status_code=204)
def show_record_in_tab(tab: UUID, body: OpenRecordIn, session: Writes, call: CallOf, staff: ClerkOf) -> None:
    """Report that the tab shows this reservation; to be repeated every 15 seconds."""
    record = OpenRecord(staff.id, str(tab), body.reservation_id, body.is_typing)
    renew(session, record, call.now)


@router.delete("/live/tabs/{tab}", status_code=204)
def leave_record_in_tab(tab: UUID, session: Writes, staff: ClerkOf) -> None:
    """The tab no longer shows a reservation."""
    leave(session, staff.id, str(tab))
