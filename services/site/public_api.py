"""`/.well-known/security.txt` (RFC 9116): where to report vulnerabilities."""

from datetime import timedelta
from typing import Final

from fastapi import APIRouter
from starlette.responses import PlainTextResponse

from services.core.http.dependencies import ClockOf, SettingsOf

router = APIRouter(include_in_schema=False)

PATH: Final = "/.well-known/security.txt"
_LASTS: Final = timedelta(days=180)


@router.get(PATH)
async def security_txt(settings: SettingsOf, clock: ClockOf) -> PlainTextResponse:
    """Contact and expiry. It expires half a year from the call: as long as the server answers, its mailbox is read."""
    contact = f"mailto:{settings.company_email}"
    lines = (
        f"Contact: {contact}",
        f"Expires: {clock() + _LASTS:%Y-%m-%dT00:00:00Z}",
        "Preferred-Languages: de, en",
        f"Canonical: {settings.public_url}{PATH}",
    )
    return PlainTextResponse("\n".join(lines) + "\n")
