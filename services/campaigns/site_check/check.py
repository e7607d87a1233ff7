"""Site self-check: follows every page and short link with campaign parameters and reports where any are lost.

It uses real HTTP to `PUBLIC_URL`, through any proxies in front of the product: a redirect
there loses parameters more often than the product itself. It reports no visits and counts no hits.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from html.parser import HTMLParser
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.links.addresses import REFERRAL_PARAMETER
from services.campaigns.links.hits import FoundLink, enabled_links
from services.campaigns.models import SelfCheck
from services.campaigns.site_check.crawl import Arrival, Lost, walk
from services.core.clock import Clock
from services.core.db.db import Database
from services.settings import Settings
from services.staff import audit
from services.staff.audit import Event
from services.visits.touches import UTM_FIELDS

SITEMAP: Final = "/sitemap.xml"
FREE: Final = "selbsttest"
"""A parameter that means nothing to us, as advertisers add them."""
_MOST_SILENT: Final = 3
"""After this many addresses in a row without an answer the check ends: each costs ten seconds."""
GIVEN: Final = {name: f"Prüfung {name} &+1" for name in (*UTM_FIELDS, REFERRAL_PARAMETER, FREE)}
"""Values with everything that a careless redirect spoils."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What went wrong at `path`, and with which parameter; "" if with none. Reasons: `lost`, `changed` (the parameter)
    · `unreachable`, `status_404` (or another), `other_host`, `too_many_redirects`, `other_page`, `no_script`,
    `no_settings` (the page).
    """

    path: str
    parameter: str
    reason: str


@dataclass(frozen=True, slots=True)
class Trip:
    """One URL to follow: where it must end, and with which parameters."""

    path: str
    given: dict[str, str]
    ends_at: str
    expected: dict[str, str]


def check_site(
    settings: Settings, db: Database, clock: Clock, routes: Iterable[str], actor: str | None = None
) -> SelfCheck:
    """Run the check and store the result; no findings if nothing was lost. `actor`: who requested it."""
    with db.read() as session:
        links = enabled_links(session)
    trips = [*route_trips(routes), *link_trips(links)]
    findings, checked = look(settings.public_url, trips)
    row = {"at": clock(), "checked": checked, "findings": [asdict(finding) for finding in findings]}
    return db.write(lambda session: _store(session, row, actor))


def latest_check(session: Session) -> SelfCheck | None:
    """The check that finished last."""
    return session.scalars(select(SelfCheck).order_by(SelfCheck.id.desc()).limit(1)).one_or_none()


def _store(session: Session, row: dict[str, Any], actor: str | None) -> SelfCheck:
    check = SelfCheck(**row)
    session.add(check)
    session.flush()
    if actor is not None:
        event = Event(actor, "self_check.run", f"self_check:{check.id}", {"findings": len(check.findings)})
        audit.append(session, [event], check.at)
    return check


def route_trips(routes: Iterable[str]) -> Iterator[Trip]:
    """Every page, with and without a trailing slash."""
    for route in sorted(routes):
        yield Trip(route, GIVEN, route, GIVEN)
        if route != "/":
            yield Trip(f"{route}/", GIVEN, route, GIVEN)


def link_trips(links: Iterable[FoundLink]) -> Iterator[Trip]:
    """Every short link twice: with its own fields, and with others given by the caller, which win."""
    foreign = {name: GIVEN[name] for name in (REFERRAL_PARAMETER, FREE)}
    for link in links:
        page = urlsplit(link.target_path).path
        own = {name: value for name, value in link.fields.items() if value}
        yield Trip(f"/l/{link.slug}", foreign, page, {**own, **foreign})
        yield Trip(f"/l/{link.slug}", GIVEN, page, GIVEN)


def look(base: str, trips: Sequence[Trip]) -> tuple[list[Finding], int]:
    """Findings, and the number of URLs followed. If nothing answers at `base`, that is the only finding."""
    listed, findings = _sitemap(base)
    if any(finding.reason == "unreachable" for finding in findings):
        return [Finding("/", "", "unreachable")], 1
    known = {trip.path for trip in trips}
    scripts = cache(lambda source: _is_there(base + source))
    checked, silent = 1, 0
    for trip in (*trips, *(Trip(path, GIVEN, path, GIVEN) for path in listed if path not in known)):
        found = _walk(base, trip, scripts)
        findings += found
        checked += 1
        silent = silent + 1 if Finding(trip.path, "", "unreachable") in found else 0
        if silent == _MOST_SILENT:
            break
    return list(dict.fromkeys(findings)), checked


def _walk(base: str, trip: Trip, has_script: Callable[[str], bool]) -> list[Finding]:
    try:
        return list(_faults(trip, walk(f"{base}{trip.path}?{urlencode(trip.given)}"), has_script))
    except Lost as lost:
        return [Finding(trip.path, "", lost.reason)]


def _sitemap(base: str) -> tuple[list[str], list[Finding]]:
    """The paths in the sitemap, and faults of the sitemap itself."""
    try:
        sitemap = walk(base + SITEMAP)
    except Lost as lost:
        return [], [Finding(SITEMAP, "", lost.reason)]
    if sitemap.status != 200:
        return [], [Finding(SITEMAP, "", f"status_{sitemap.status}")]
    listed = [urlsplit(part.partition("</loc>")[0]) for part in sitemap.body.split("<loc>")[1:]]
    own_host = urlsplit(base).hostname
    foreign = [Finding(SITEMAP, "", "other_host") for address in listed if address.hostname != own_host]
    return [address.path or "/" for address in listed if address.hostname == own_host], foreign[:1]


def _faults(trip: Trip, arrival: Arrival, has_script: Callable[[str], bool]) -> Iterator[Finding]:
    parts = urlsplit(arrival.address)
    found = parse_qs(parts.query, keep_blank_values=True)
    for name, value in trip.expected.items():
        if name not in found:
            yield Finding(trip.path, name, "lost")
        elif found[name] != [value]:
            yield Finding(trip.path, name, "changed")
    if arrival.status != 200:
        yield Finding(trip.path, "", f"status_{arrival.status}")
        return
    if parts.path != trip.ends_at:
        yield Finding(trip.path, "", "other_page")
    # The marks of a page's HTML
    reader = _Reader()
    reader.feed(arrival.body)
    marks = _PageMarks(reader.script, reader.has_settings)
    if marks.script is None or not has_script(marks.script):
        yield Finding(trip.path, "", "no_script")
    if not marks.has_settings:
        yield Finding(trip.path, "", "no_settings")


def _is_there(address: str) -> bool:
    try:
        return walk(address).status == 200
    except Lost:
        return False


@dataclass(frozen=True, slots=True)
class _PageMarks:
    """`script` is the address of the site's script, None without one; `has_settings` when they can be read."""

    script: str | None
    has_settings: bool


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.script: str | None = None
        self.has_settings = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        source = given.get("src") or ""
        if tag == "script" and given.get("type") == "module" and source.startswith("/"):
            self.script = self.script or source
        if tag == "meta" and given.get("name") == "voltigo-settings":
            self.has_settings = _is_object(given.get("content") or "")


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
