"""Was a call made by our own pages? A cookie travels with calls of other sites too, so each change asks.

Browsers say so themselves in `Sec-Fetch-Site`, which no page can forge; older ones at least name the `Origin`. The
JSON content type keeps plain forms out in any case: a foreign page cannot send it without being asked first.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers

from services.core.errors import Problem

_OWN = ("same-origin", "none")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


class CrossSite(Problem):
    """403: a change that another site may have asked for."""

    status = 403
    code = "cross_site"
    detail = "Diese Anfrage kam nicht von unserer eigenen Seite und wurde deshalb abgelehnt."


def is_cross_site(method: str, headers: Headers, public_url: str) -> bool:
    """Whether a call that changes something cannot be told from one of another site."""
    if method in _SAFE_METHODS:
        return False
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return True
    if (said := headers.get("sec-fetch-site")) is not None:
        return said not in _OWN
    origin = headers.get("origin", "")
    return origin != _origin(public_url) and (not origin or urlsplit(origin).netloc != headers.get("host"))


def _origin(url: str) -> str:
    address = urlsplit(url)
    return f"{address.scheme}://{address.netloc}"
