"""Computes a short link's redirect target. Pure."""

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

_IN_PATHS: Final = "/%!$&'()*+,;=:@~"
_IN_QUERIES: Final = _IN_PATHS + "?"
"""Characters of an address that stay as they are; all others are written as %XX, line ends among them."""


def target_address(target: str, fields: Mapping[str, str], query: str) -> str:
    """`target` with the campaign's fields and the caller's own query, as it came.

    A field that the caller gives explicitly wins, an empty one does not: some mail programs send those. The fields
    come first, because a page reads the first of two equal names. What is no path of this site becomes "/": no row,
    however it came to be, sends anybody to another host. A fragment of the caller is kept by the browser.
    """
    parts = urlsplit(target if _is_own_path(target) else "/")
    given = {name for name, _ in parse_qsl(query, max_num_fields=None)}
    added = urlencode({name: value for name, value in fields.items() if value and name not in given})
    whole = "&".join(part for part in (added, quote(parts.query, _IN_QUERIES), quote(query, _IN_QUERIES)) if part)
    address = quote(parts.path, _IN_PATHS) + (f"?{whole}" if whole else "")
    return f"{address}#{quote(parts.fragment, _IN_QUERIES)}" if parts.fragment else address


def _is_own_path(target: str) -> bool:
    r"""Browsers take `//host` and, since they read a backslash as a slash, also `/\host` for another host. They drop
    tabs and line ends first.
    """
    return target.startswith("/") and target[1:2] not in ("/", "\\") and target.isprintable()
