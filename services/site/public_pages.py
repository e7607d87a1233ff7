"""Keeps the prerendered public pages in sync with the parks and with a running experiment.

The pages are files in memory, so serving them costs no query. The process that handles the edit refills them before it
responds; every other one polls for changes.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Receive, Scope, Send

from services.core.clock import Clock, berlin_day, utc_now
from services.core.db.db import Database
from services.core.http.static_files import PageSet, StaticSite
from services.experiments.assignment import Arm
from services.experiments.running import ShownExperiment, shown
from services.offer import OFFER
from services.parks.site_facts import SiteFacts, site_facts
from services.settings import Settings
from services.site.shown_variants import arm_for, variants_of
from services.site.tokens import site_tokens

log = structlog.get_logger()

LOOK_EVERY_SECONDS = 3

VisitorOf = Callable[[Scope], Awaitable[int | None]]
"""The number that a caller's visits are counted by; None for a declared bot."""


@dataclass(frozen=True, slots=True)
class _Running:
    experiment: ShownExperiment
    pages: Mapping[Arm, PageSet]


def _state_of_pilot(facts: Sequence[SiteFacts]) -> str:
    """Which of the built pages to show: the site sells places of this one park."""
    return next((park.state for park in facts if park.id == OFFER["defaults"]["park"]), "open")


class PublicPages:
    """The public site of one process: an ASGI app."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        widget_origins: dict[str, str],
        clock: Clock = utc_now,
        visitor_of: VisitorOf | None = None,
    ) -> None:
        """`visitor_of`: needed to show experiments; without it every visitor gets the pages as they are."""
        self._settings = settings
        self._clock = clock
        self._visitor_of = visitor_of
        self._facts: Sequence[SiteFacts] | None = None
        self._running: _Running | None = None
        self._filling = threading.Lock()
        self.site = StaticSite(folder, None, widget_origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the page of the visitor's arm while an experiment runs, else with the page as it is."""
        running = self._running
        arm = await self._arm(running.experiment, scope) if running else None
        if running is None or arm is None:
            await self.site(scope, receive, send)
        else:
            await self.site.answer_with(running.pages[arm], scope, receive, send)

    def shows(self, variant: str, path: str) -> bool:
        """Whether the page at this path shows this variant now: `12:b`."""
        running = self._running
        if running is None or running.experiment.path != path:
            return False
        return variant in [f"{running.experiment.id}:{arm}" for arm in running.pages]

    async def _arm(self, experiment: ShownExperiment, scope: Scope) -> Arm | None:
        if self._visitor_of is None or not self.site.is_page(scope["path"]):
            return None
        try:
            return arm_for(experiment, await self._visitor_of(scope))
        except SQLAlchemyError as error:
            # The first visitor of a day needs the day's salt. Pages come without a database, too.
            log.warning("variant_not_chosen", error=type(error).__name__)
            return None

    def refresh(self, db: Database) -> None:
        """Refill the pages if a park has changed, or another experiment runs."""
        with self._filling:
            with db.read() as session:
                facts, experiment = site_facts(session), shown(session, berlin_day(self._clock()))
            is_changed = facts != self._facts
            if is_changed:
                self.site.fill(site_tokens(self._settings, facts), _state_of_pilot(facts))
                self._facts = facts
            if is_changed or experiment != (self._running.experiment if self._running else None):
                self._running = self._prepared(experiment, facts) if experiment else None

    def _prepared(self, experiment: ShownExperiment, facts: Sequence[SiteFacts]) -> _Running:
        pages = {
            arm: self.site.private_pages(
                site_tokens(self._settings, facts, variant.for_scripts()), variant.edited, _state_of_pilot(facts)
            )
            for arm, variant in variants_of(experiment).items()
        }
        return _Running(experiment, pages)

    @asynccontextmanager
    async def following(self, db: Database) -> AsyncIterator[None]:
        """Fills the pages before the block begins and keeps them up to date while it runs."""
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
        """Whatever fails here, such as an unavailable database, must not take the pages down."""
        try:
            self.refresh(db)
        except Exception as error:
            log.warning("pages_not_refreshed", error=type(error).__name__)
