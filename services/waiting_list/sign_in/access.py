"""Who is calling: the cookie of a household's place on the list, as a typed parameter of its routes."""

from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.responses import Response

from services.core.http.calls import json_body
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.settings import Settings
from services.waiting_list.errors import NotOpen
from services.waiting_list.sign_in import keys


def cookie_name(settings: Settings) -> str:
    """As of the household's own page, apart from the name."""
    return "__Host-voltigo-waiting" if settings.has_secure_cookies else "voltigo-waiting"


def put_cookie(response: Response, settings: Settings, token: str) -> None:
    """Set the cookie until the browser is closed; the server ends the session earlier than that."""
    response.set_cookie(
        cookie_name(settings), token, path="/", secure=settings.has_secure_cookies, httponly=True, samesite="strict"
    )


def _entry_or_none(request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf) -> int | None:
    token = request.cookies.get(cookie_name(settings))
    if token is None:
        return None
    with db.read() as session:
        return keys.entry_of(session, token, clock())


EntryOrNone = Annotated[int | None, Depends(_entry_or_none)]
"""The id of the entry this browser has opened, if it has."""


async def _entry(found: EntryOrNone) -> int:
    if found is None:
        raise NotOpen
    return found


EntryOf = Annotated[int, Depends(_entry)]
"""The id of the entry this browser has opened; NotOpen without one."""

JsonBody = Annotated[Any, Depends(json_body)]
"""The body as it was sent, for a check that words its own refusals."""
