"""HTTP client of the self-check: fetches a page as a browser would, redirect by redirect."""

import http.client
import ssl
from contextlib import closing
from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin, urlsplit

_MOST_REDIRECTS: Final = 5
_PATIENCE_SECONDS: Final = 10
_LARGEST_PAGE: Final = 2_000_000
_HEADERS: Final = {
    "User-Agent": "Voltigo-Selbstpruefung/1.0 (bot)",
    "Accept": "text/html",
    # Keeps these calls out of the hit counts of short links.
    "Sec-Purpose": "prefetch",
}


class Lost(Exception):
    """The page was not reached; `reason` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Arrival:
    """The final URL, status and page."""

    address: str
    status: int
    media_type: str
    body: str


def walk(address: str) -> Arrival:
    """Follow redirects from `address`; raises Lost when there is no answer, no end, or another host."""
    host = urlsplit(address).hostname
    for _ in range(_MOST_REDIRECTS + 1):
        status, headers, body = _get(address)
        if status not in (301, 302, 303, 307, 308):
            media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
            return Arrival(address, status, media_type, body.decode("utf-8", "replace"))
        address = _next(address, headers.get("location", ""))
        if urlsplit(address).hostname != host:
            raise Lost("other_host")
    raise Lost("too_many_redirects")


def _next(address: str, location: str) -> str:
    try:
        following = urljoin(address, location)
        urlsplit(following).hostname  # noqa: B018 - an address that cannot be one is found out here
    except ValueError as error:
        raise Lost("unreachable") from error
    return following


def _get(address: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    parts = urlsplit(address)
    asked = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with closing(_connection(parts.scheme, parts.netloc)) as connection:
            connection.request("GET", asked, headers=_HEADERS)
            response = connection.getresponse()
            return response.status, response.headers, response.read(_LARGEST_PAGE)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Lost("unreachable") from error


def _connection(scheme: str, host: str) -> http.client.HTTPConnection:
    if scheme == "https":
        context = ssl.create_default_context()
        return http.client.HTTPSConnection(host, timeout=_PATIENCE_SECONDS, context=context)
    return http.client.HTTPConnection(host, timeout=_PATIENCE_SECONDS)
