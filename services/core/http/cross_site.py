"""Cross-site request forgery check: cookies are sent with other sites' calls too, so every write call is checked.

Browsers send `Sec-Fetch-Site`, which no page can forge; older ones at least send `Origin`. The JSON content type keeps
plain forms out in any case: a foreign page cannot send it without a preflight.
"""

from urllib.parse import urlsplit

from starlette.datastructures import Headers

_OWN = ("same-origin", "none")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def is_cross_site(method: str, headers: Headers, public_url: str) -> bool:
    """Whether a write call may have come from another site."""
    if method in _SAFE_METHODS:
        return False
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        return True
    if (said := headers.get("sec-fetch-site")) is not None:
        return said not in _OWN
    return not _has_own_origin(headers, public_url)


def is_of_own_page(headers: Headers, public_url: str) -> bool:
    """Whether a script of our own pages made the call, according to its browser.

    If the browser sends no `Sec-Fetch-Site` (older ones, and all on plain HTTP beyond loopback), the page's `Origin`
    must be that of the public address or have the called host, which is what Vite's proxy passes on.
    """
    if (said := headers.get("sec-fetch-site")) is not None:
        return said == "same-origin"
    return _has_own_origin(headers, public_url)


def says_foreign(headers: Headers, public_url: str) -> bool:
    """Whether a browser says that a plain form was sent by another site's page. Silence is no such word: a caller
    without either header may be a browser that leaves them out.
    """
    if (said := headers.get("sec-fetch-site")) is not None:
        return said not in _OWN
    return headers.get("origin", "null") != "null" and not _has_own_origin(headers, public_url)


def _has_own_origin(headers: Headers, public_url: str) -> bool:
    origin = headers.get("origin", "")
    # Not urlsplit: it raises for some texts, and callers can send any.
    scheme, _, host = origin.partition("://")
    address = urlsplit(public_url)
    return origin == f"{address.scheme}://{address.netloc}" or (
        scheme in ("http", "https") and host == headers.get("host", "") != ""
    )
