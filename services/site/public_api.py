"""Where to report vulnerabilities (`/.well-known/security.txt`, RFC 9116), the picture of the person who answers, and
where browsers report what a page's policy refused.

Older browsers send one object with the member `csp-report`, newer ones a list (Reporting API). Anybody can send
anything: of a report only words of lists that we know are logged, a path that is one of our pages, and a host.
"""

import re
from collections.abc import Container
from datetime import timedelta
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import structlog
from fastapi import APIRouter, Request
from pydantic_core import from_json
from starlette.responses import FileResponse, PlainTextResponse, Response

from services.core.http.callers.client_address import client_address
from services.core.http.callers.shared_limit import SharedLimit
from services.core.http.dependencies import ClockOf, SettingsOf
from services.core.http.errors import BadRequest, HttpProblem, PayloadTooLarge
from services.core.http.web import REPORTS

log = structlog.get_logger()

router = APIRouter(include_in_schema=False)
reports_router = APIRouter(tags=["site"])

PATH: Final = "/.well-known/security.txt"
PICTURE: Final = "/ansprechperson"
_LASTS: Final = timedelta(days=180)
LARGEST_REPORT: Final = 32 * 1024
"""Bytes of a body."""
REPORT_LIMIT: Final = ("policy-report", 60, 600)
"""Calls per caller and seconds; a page that violates its policy reports every time."""
_REPORT_KINDS: Final = frozenset({"application/csp-report", "application/reports+json", "application/json"})


@router.get(PATH)
async def security_txt(settings: SettingsOf, clock: ClockOf) -> PlainTextResponse:
    """Contact and expiry, half a year from the call: as long as the server answers, its mailbox is read."""
    contact = f"mailto:{settings.company_email}"
    lines = (
        f"Contact: {contact}",
        f"Expires: {clock() + _LASTS:%Y-%m-%dT00:00:00Z}",
        "Preferred-Languages: de, en",
        f"Canonical: {settings.public_url}{PATH}",
    )
    return PlainTextResponse("\n".join(lines) + "\n")


@router.get(PICTURE)
def picture_of_the_person(settings: SettingsOf) -> FileResponse:
    """The picture of the person who answers, as set."""
    file = settings.data_dir / settings.contact_picture
    if not settings.contact_picture or not file.is_file():
        raise HttpProblem(404)
    return FileResponse(file, headers={"Cache-Control": "no-cache"})


def _documented() -> dict[str, Any]:
    """A body that is read by hand: browsers differ, and what is no report is passed over."""
    any_json: dict[str, Any] = {"schema": {}}
    return {"requestBody": {"required": True, "content": dict.fromkeys(sorted(_REPORT_KINDS), any_json)}}


@reports_router.post(REPORTS, status_code=204, response_class=Response, openapi_extra=_documented())
async def report_policy_violation(request: Request) -> Response:
    """Log violations of a page's content security policy: page, directive, scheme and host. Nothing is stored."""
    limit: SharedLimit | None = request.app.state.report_limit
    if limit is not None:
        address = client_address(request, request.app.state.settings.proxy_networks)
        await limit.count(request.app.state.db, address, request.app.state.clock())
    for violation in violations_of(await _report(request), request.app.state.site_routes):
        log.warning("policy_violated", **violation._asdict())
    return Response(status_code=204)


async def _report(request: Request) -> object:
    """The body as Python values, whatever they are."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in _REPORT_KINDS:
        raise BadRequest
    body = await request.body()
    if len(body) > LARGEST_REPORT:
        raise PayloadTooLarge
    try:
        found: object = from_json(body, allow_inf_nan=False)
    except ValueError as error:
        raise BadRequest from error
    return found


MOST_REPORTS: Final = 20
"""Read of one call."""
MOST_VIOLATIONS: Final = 5
"""Logged per call at most, if they differ: a call must not become many lines."""
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
    """Scheme and host, or the keyword used in place of an address; only the scheme of a browser extension."""
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
