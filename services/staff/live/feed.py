"""One feed a process: reads the news for all open streams together and hands them out."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Event
from typing import Final

import structlog

from services.core.clock import Clock
from services.core.db.db import Database
from services.staff.live.news import (
    Changes,
    ViewerOut,
    change_event,
    changes_after,
    end_before,
    end_of_log,
    many_event,
    viewers_by_record,
    viewers_event,
)

log = structlog.get_logger()

EVERY_SECONDS: Final = 0.25
_AFTER_FAULT_SECONDS: Final = 2.0
_MOST_WAITING: Final = 1_000
"""Messages that a stream may be behind; beyond them it gets `many` instead."""

Viewers = Mapping[int, tuple[ViewerOut, ...]]


@dataclass(slots=True, eq=False)
class Subscription:
    """The messages of one stream that were not sent yet; None at its end. `sees_people`: names and viewers too.
    `begins_behind`: the change after which they begin.
    """

    sees_people: bool
    begins_behind: int = 0
    waiting: asyncio.Queue[str | None] = field(default_factory=lambda: asyncio.Queue(_MOST_WAITING + 2))

    def put(self, message: str, cursor: int) -> None:
        """Add a message. A reader that is too far behind loses its queue and gets one `many` event instead."""
        if self.waiting.qsize() >= _MOST_WAITING:
            self._clear()
            message = many_event(cursor)
        self.waiting.put_nowait(message)

    def end(self) -> None:
        """Let the stream send what waits, and end."""
        self.waiting.put_nowait(None)

    def _clear(self) -> None:
        while not self.waiting.empty():
            self.waiting.get_nowait()


class LiveFeed:
    """The streams of this process, and the one task that reads for them while there is any."""

    def __init__(self, db: Database, clock: Clock, stopping: Event) -> None:
        self._db = db
        self._clock = clock
        self._stopping = stopping
        self._streams: set[Subscription] = set()
        self._reader: asyncio.Task[None] | None = None
        self._cursor = 0
        self._viewers: Viewers = {}
        self._starting = asyncio.Lock()

    @asynccontextmanager
    async def subscribed(
        self, *, sees_people: bool, last_id: int | None, back: timedelta = timedelta()
    ) -> AsyncIterator[Subscription]:
        """A subscription from behind the change `last_id` on, or from so long ago; it begins with all present
        viewers.
        """
        if last_id is None and back:
            last_id = await asyncio.to_thread(self._end_before, back)
        await self._ensure_reading()
        stream = Subscription(sees_people)
        # No await until the stream is in the set: nothing in between is missed, and a reader without streams ends.
        since = self._cursor
        stream.begins_behind = since if last_id is None else last_id
        self._streams.add(stream)
        try:
            if sees_people:
                for record, viewers in self._viewers.items():
                    stream.put(viewers_event(record, viewers), since)
            if last_id is not None and last_id < since:
                self._tell(stream, _until(await asyncio.to_thread(self._changes, last_id), since))
            yield stream
        finally:
            self._streams.discard(stream)

    async def _ensure_reading(self) -> None:
        async with self._starting:
            if self._reader is None or self._reader.done():
                self._cursor, self._viewers = await asyncio.to_thread(self._beginning)
                self._reader = asyncio.create_task(self._read_on())

    async def _read_on(self) -> None:
        """Read and distribute until the process stops or nobody listens."""
        while not self._stopping.is_set():
            try:
                changes, viewers = await asyncio.to_thread(self._news, self._cursor)
            except Exception as error:  # the database is unavailable: streams stay open, and news arrives late
                log.warning("live_feed_failed", error=type(error).__name__)
                await asyncio.sleep(_AFTER_FAULT_SECONDS)
                continue
            self._hand_out(changes, viewers)
            await asyncio.sleep(EVERY_SECONDS)
            if not self._streams:
                return
        for stream in self._streams:
            stream.end()

    def _hand_out(self, changes: Changes, viewers: Viewers) -> None:
        self._cursor = changes.cursor
        moved = [record for record in {*viewers, *self._viewers} if viewers.get(record) != self._viewers.get(record)]
        self._viewers = viewers
        for stream in self._streams:
            self._tell(stream, changes)
            if stream.sees_people:
                for record in moved:
                    stream.put(viewers_event(record, viewers.get(record, ())), self._cursor)

    @staticmethod
    def _tell(stream: Subscription, changes: Changes) -> None:
        if changes.are_too_many:
            stream.put(many_event(changes.cursor), changes.cursor)
        for change in changes.found:
            stream.put(change_event(change, is_named=stream.sees_people), changes.cursor)

    # --- in a thread ---

    def _beginning(self) -> tuple[int, Viewers]:
        with self._db.read() as session:
            return end_of_log(session), viewers_by_record(session, self._clock())

    def _end_before(self, back: timedelta) -> int:
        with self._db.read() as session:
            return end_before(session, self._clock() - back)

    def _news(self, cursor: int) -> tuple[Changes, Viewers]:
        with self._db.read() as session:
            return changes_after(session, cursor), viewers_by_record(session, self._clock())

    def _changes(self, cursor: int) -> Changes:
        with self._db.read() as session:
            return changes_after(session, cursor)


def _until(changes: Changes, last: int) -> Changes:
    """Those up to and including entry `last`: the reader hands out the rest."""
    found = [one for one in changes.found if one.id <= last]
    return Changes(found, min(changes.cursor, last), changes.are_too_many)
