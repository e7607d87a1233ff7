"""Who is calling: the cookie of a household's session, as a typed parameter of its routes."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.responses import Response

from services.core.http.callers.client_address import client_address
from services.core.http.callers.rate_limit import Limit, check_call
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.household.errors import NoSession
from services.household_links import sessions
from services.household_links.models import HouseholdSession
from services.settings import Settings


def cookie_name(settings: Settings) -> str:
    """`__Host-` binds the cookie to this host and to HTTPS; left out only for plain HTTP on loopback."""
    return "__Host-voltigo-household" if settings.has_secure_cookies else "voltigo-household"


def put_cookie(response: Response, settings: Settings, token: str) -> None:
    """Set the session cookie until the browser is closed; the server ends the session earlier than that."""
    response.set_cookie(
        cookie_name(settings), token, path="/", secure=settings.has_secure_cookies, httponly=True, samesite="strict"
    )


def drop_cookie(response: Response, settings: Settings) -> None:
    """Remove it."""
    response.delete_cookie(
        cookie_name(settings), path="/", secure=settings.has_secure_cookies, httponly=True, samesite="strict"
    )


def _household_or_nobody(
    request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> HouseholdSession | None:
    token = request.cookies.get(cookie_name(settings))
    if token is None:
        return None
    with db.read() as session:
        return sessions.find(session, token, clock())


HouseholdOrNobody = Annotated[HouseholdSession | None, Depends(_household_or_nobody)]
"""The session of the calling household, if it has one."""


async def _household(found: HouseholdOrNobody) -> HouseholdSession:
    if found is None:
        raise NoSession
    return found


HouseholdOf = Annotated[HouseholdSession, Depends(_household)]
"""The session of the calling household; NoSession without one."""


def _count(request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> None:
    if not settings.rate_limits.are_on:
        return
    limit = Limit("household", settings.rate_limits.household.calls, settings.rate_limits.household.seconds)
    bucket = limit.bucket(client_address(request, settings.proxy_networks), settings.secret_key)
    if problem := db.write(lambda session: check_call(session, limit, bucket, clock())):
        raise problem


Counted = Depends(_count)
"""For calls that need no session: each is counted by its caller's address; RateLimited beyond the limit."""
