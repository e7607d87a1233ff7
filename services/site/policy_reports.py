"""Reads what browsers report that a page's policy refused. Pure.

Older browsers send one object with the member `csp-report`, newer ones a list (Reporting API). Anybody can send
anything: of a report only words of lists that we know are logged, a path that is one of our pages, and a host.
"""

import re
from collections.abc import Container
from typing import Final, NamedTuple
from urllib.parse import urlsplit

MOST_REPORTS: Final = 20
"""Read of one call."""
MOST_VIOLATIONS: Final = 5
"""Different ones told of one call: a call must not become many lines."""
CONSOLE_PAGE: Final = "/admin"
"""All pages of the console: their addresses name records."""
OTHER: Final = "other"
_DIRECTIVES: Final = frozenset((
    "default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem",
    "style-src-attr", "connect-src", "img-src", "font-src", "frame-src", "child-src", "worker-src",
    "manifest-src", "media-src", "object-src", "form-action", "base-uri", "frame-ancestors",
    "require-trusted-types-for", "trusted-types",
))  # fmt: skip
_KEYWORDS: Final = frozenset((
    "inline", "eval", "wasm-eval", "self", "data", "blob", "trusted-types-sink", "trusted-types-policy",
))  # fmt: skip
_EXTENSIONS: Final = (
    "chrome-extension",
    "moz-extension",
    "ms-browser-extension",
    "safari-extension",
    "safari-web-extension",
)
_HOST: Final = re.compile(r"[a-z0-9.-]{1,100}")


class Violation(NamedTuple):
    """What a browser reported, reduced to what is logged."""

    page: str
    """The path of one of our pages, without query; empty for any other."""
    directive: str
    blocked: str
    """Scheme and host, or a keyword such as `inline`."""


def violations_of(body: object, pages: Container[str]) -> list[Violation]:
    """What a body reports, each violation once; empty for anything that is no report. `pages`: our addresses. What
    extensions of browsers cause is left out: no page can help it.
    """
    found = [_violation(report, pages) for report in _reports(body) if not _is_of_extension(report)]
    return list(dict.fromkeys(found))[:MOST_VIOLATIONS]


def _reports(body: object) -> list[dict[str, object]]:
    """The members of each report, by the names of the older kind."""
    if isinstance(body, dict):
        old = body.get("csp-report")
        return [old] if isinstance(old, dict) else []
    if not isinstance(body, list):
        return []
    found = []
    for entry in body[:MOST_REPORTS]:
        if isinstance(entry, dict) and entry.get("type") == "csp-violation" and isinstance(entry.get("body"), dict):
            new = entry["body"]
            found.append({old: new.get(name) for old, name in _NAMES.items()})
    return found


_NAMES: Final = {
    "document-uri": "documentURL",
    "effective-directive": "effectiveDirective",
    "blocked-uri": "blockedURL",
    "source-file": "sourceFile",
}


def _is_of_extension(report: dict[str, object]) -> bool:
    return any(_origin(_text(report, name)) in _EXTENSIONS for name in ("blocked-uri", "source-file"))


def _violation(report: dict[str, object], pages: Container[str]) -> Violation:
    directive = _text(report, "effective-directive") or _text(report, "violated-directive").partition(" ")[0]
    return Violation(
        page=_page(_text(report, "document-uri"), pages),
        directive=directive if directive in _DIRECTIVES else OTHER,
        blocked=_origin(_text(report, "blocked-uri")),
    )


def _text(report: dict[str, object], name: str) -> str:
    value = report.get(name)
    return value if isinstance(value, str) else ""


def _page(address: str, pages: Container[str]) -> str:
    """The path, if it is one of our pages; a slash at its end does not matter."""
    try:
        scheme, _, path, _, _ = urlsplit(address)
    except ValueError:
        return ""
    if scheme not in ("http", "https"):
        return ""
    if path == CONSOLE_PAGE or path.startswith(f"{CONSOLE_PAGE}/"):
        return CONSOLE_PAGE
    bare = path.rstrip("/") or "/"
    return bare if bare in pages else ""


def _origin(address: str) -> str:
    """Scheme and host, or the keyword that stands in place of an address; of an extension its scheme alone."""
    if address in _KEYWORDS or address in _EXTENSIONS:
        return address
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return OTHER
    if parts.scheme in _EXTENSIONS or parts.scheme in ("data", "blob"):
        return parts.scheme
    is_web = parts.scheme in ("http", "https", "ws", "wss") and _HOST.fullmatch(host)
    return f"{parts.scheme}://{host}" if is_web else OTHER
