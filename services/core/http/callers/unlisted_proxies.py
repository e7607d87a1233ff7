"""Detects proxies missing from the settings: behind one, all households count as one caller and are refused together.

A sighting is an unlisted caller that sends `X-Forwarded-For`. Each process records it at most once an hour, in its
log and as a counter row that the alerts read; neither contains addresses.
"""

import asyncio
from collections.abc import Callable
from datetime import datetime, timedelta
from ipaddress import ip_address
from typing import Final

import structlog
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.types import Scope

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http.callers.client_address import is_within
from services.core.http.callers.rate_limit import Limit, count_calls
from services.core.models import RateCount
from services.settings import Settings
from services.settings_fields import NO_PROXIES

log = structlog.get_logger()

_HOUR: Final = timedelta(hours=1)
_LIMIT: Final = Limit("unlisted-proxy", 1, int(_HOUR.total_seconds()))
_BUCKET: Final = _LIMIT.purpose


class UnlistedProxies:
    """The detector of one process. Where the settings say that there are no proxies, nothing is watched: the header
    is then always made up by the caller.
    """

    def __init__(self, settings: Settings, clock: Clock, database: Callable[[], Database]) -> None:
        self._listed = settings.proxy_networks
        self._is_on = settings.trusted_proxies != NO_PROXIES
        self._clock = clock
        self._database = database
        self._next_note: datetime | None = None

    def look(self, scope: Scope) -> None:
        """Inspect one request; a sighting is recorded in the background, so that the request does not wait."""
        if not self._is_on or not any(name == b"x-forwarded-for" for name, _ in scope["headers"]):
            return
        now = self._clock()
        is_due = self._next_note is None or now >= self._next_note
        if is_due and self._is_unlisted((scope.get("client") or ("",))[0]):
            self._next_note = now + _HOUR
            log.warning(
                "unlisted_proxy", hint="a caller that VOLTIGO_TRUSTED_PROXIES does not list forwards for others"
            )
            asyncio.get_running_loop().run_in_executor(None, self._note, now)

    def _is_unlisted(self, peer: str) -> bool:
        try:
            ip_address(peer)
        except ValueError:  # a socket of this machine
            return False
        return not is_within(peer, self._listed)

    def _note(self, now: datetime) -> None:
        try:
            self._database().write(lambda session: count_calls(session, _LIMIT, [_BUCKET], now))
        except SQLAlchemyError as error:
            log.warning("unlisted_proxy_not_noted", error=type(error).__name__)


def was_seen(session: Session, now: datetime) -> bool:
    """Whether any process recorded one within the last hours."""
    last = session.scalar(select(func.max(RateCount.window_start)).where(RateCount.bucket == _BUCKET))
    return last is not None and last >= (now - 2 * _HOUR).timestamp()
