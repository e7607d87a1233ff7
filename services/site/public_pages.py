"""Keeps the public pages true to the parks: staff edit one, and the finished pages are filled anew.

The pages are files in memory, so a reader costs no query. The process that takes the edit fills them before it
answers; every other one looks for changes once in a while.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import structlog
from sqlalchemy.exc import SQLAlchemyError

from services.core.db.db import Database
from services.core.http.static_files import StaticSite
from services.parks.site_facts import SiteFacts, site_facts
from services.settings import Settings
from services.site.tokens import site_tokens

log = structlog.get_logger()

LOOK_EVERY_SECONDS = 3


class PublicPages:
    """The public site of one process."""

    def __init__(self, folder: Path, settings: Settings, widget_origins: dict[str, str]) -> None:
        self._settings = settings
        self._facts: Sequence[SiteFacts] | None = None
        self._filling = threading.Lock()
        self.site = StaticSite(folder, None, widget_origins)

    def refresh(self, db: Database) -> None:
        """Fill the pages if a park differs from what they say."""
        with self._filling:
            with db.read() as session:
                facts = site_facts(session)
            if facts == self._facts:
                return
            self.site.fill(site_tokens(self._settings, facts))
            self._facts = facts

    @asynccontextmanager
    async def following(self, db: Database) -> AsyncIterator[None]:
        """Filled before the block begins, kept true while it runs."""
        await asyncio.to_thread(self._refresh_if_possible, db)
        watcher = asyncio.create_task(self._watch(db))
        try:
            yield
        finally:
            watcher.cancel()
            with suppress(asyncio.CancelledError):
                await watcher

    async def _watch(self, db: Database) -> None:
        while True:
            await asyncio.sleep(LOOK_EVERY_SECONDS)
            await asyncio.to_thread(self._refresh_if_possible, db)

    def _refresh_if_possible(self, db: Database) -> None:
        """A database that is away must not take the pages with it."""
        try:
            self.refresh(db)
        except SQLAlchemyError as error:
            log.warning("pages_not_refreshed", error=type(error).__name__)
