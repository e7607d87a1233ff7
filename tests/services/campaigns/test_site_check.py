"""The nightly walk against the running product: nothing is lost, and what somebody breaks is named."""

import socket
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import func, select

from services.campaigns.models import SelfCheck, ShortLinkHits
from services.campaigns.site_check import crawl
from services.campaigns.site_check.check import GIVEN, Finding, check_site, latest_check, look, route_trips
from services.core.db.db import Database
from services.core.http.static_files import PUBLIC_SITE, page_addresses
from services.settings import Settings
from services.staff.models import AuditEntry
from services.visits.models import Visit
from tests.fixtures.servers import StartServer
from tests.fixtures.staff import StaffClient
from tests.services.campaigns.test_short_links import MADE, add_link
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

_BROKEN_PRODUCT = """
import sys
import services.app
from services.cli import app
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

PAGE = '<meta name="voltigo-settings" content="{}"><script type="module" src="/assets/there-is-none.js"></script>'

async def forgets_the_query(request):
    return RedirectResponse("/faqs", 301)

async def forgets_one(request):
    if "utm_medium" not in request.query_params:
        return Response(PAGE, media_type="text/html")
    query = "&".join(part for part in request.url.query.split("&") if not part.startswith("utm_medium"))
    return RedirectResponse(f"/pilot?{query}", 302)

async def changes_one(request):
    if "spoiled" in request.query_params:
        return Response("<p>nothing in it</p>", media_type="text/html")
    query = request.url.query.replace("ref=Pr%C3%BCfung+ref", "ref=Pruefung+ref")
    return RedirectResponse(f"/agb?{query}&spoiled=1", 302)

async def leaves(request):
    return RedirectResponse("https://elsewhere.invalid/", 302)

async def runs_in_circles(request):
    return RedirectResponse(str(request.url), 302)

async def fails(request):
    return Response(status_code=503)

ROUTES = {"/ueber-uns": forgets_the_query, "/pilot": forgets_one, "/agb": changes_one, "/kontakt": leaves,
          "/impressum": runs_in_circles, "/datenschutz": fails}
whole = services.app.create_app

def broken(*args, **options):
    edge = whole(*args, **options)
    for path, endpoint in ROUTES.items():
        edge._app._app.router.routes.insert(0, Route(path, endpoint))
    return edge

services.app.create_app = broken
sys.argv = ["voltigo", "serve"]
app()
"""


@pytest.fixture
def serve(database_url: str, start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Settings]:
    """The product on a port known beforehand, so that its public address is the one it listens at."""
    # Not a test of how quick this machine is: a server that answers late is no finding here.
    monkeypatch.setattr(crawl, "_PATIENCE_SECONDS", 120)
    if not (PUBLIC_SITE / "index.html").exists():
        pytest.fail("the public site is not built: make test builds it")

    def start(script: Path | None = None) -> Settings:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        address = f"http://127.0.0.1:{port}"
        start_server(database_url, script=script, port=port, public_url=address, scheduler="off")
        return Settings(_env_file=None, public_url=address, database_url=database_url)  # type: ignore[call-arg]

    return start


def test_nothing_is_lost_on_any_page_or_short_link(serve: Callable[..., Settings], db: Database) -> None:
    add_link(db, utm_term="strom & wärme", utm_content="a5")
    add_link(db, "zeitung", target_path="/solar-gutschriftsrechner")
    add_link(db, "alt", target_path="/gibt-es-nicht", disabled_at=MADE)
    routes = page_addresses(PUBLIC_SITE)
    clock = HeldClock()
    check = check_site(serve(), db, clock, routes)
    assert check.findings == []
    assert len(routes) > 15
    # The sitemap, each page with and without a slash, each enabled link twice.
    assert check.checked == 1 + 2 * len(routes) - 1 + 4
    [row] = stored(db, SelfCheck)
    assert (row["at"], row["checked"], row["findings"]) == (clock.now, check.checked, [])
    with db.read() as session:
        assert session.scalar(select(func.count()).select_from(ShortLinkHits)) == 0
        assert session.scalar(select(func.count()).select_from(Visit)) == 0
        assert session.scalar(select(func.count()).select_from(AuditEntry)) == 0


def test_a_broken_route_is_named_with_the_parameter_it_loses(
    serve: Callable[..., Settings], db: Database, tmp_path: Path
) -> None:
    script = tmp_path / "broken.py"
    script.write_text(_BROKEN_PRODUCT)
    add_link(db, "ueber", target_path="/ueber-uns")
    add_link(db, "weg", target_path="/gibt-es-nicht")
    check = check_site(serve(script), db, HeldClock(), page_addresses(PUBLIC_SITE))
    found = {(f["path"], f["parameter"], f["reason"]) for f in check.findings}
    ways = [("/ueber-uns", "/ueber-uns/"), ("/pilot", "/pilot/"), ("/agb", "/agb/"), ("/kontakt", "/kontakt/")]
    ways += [("/impressum", "/impressum/"), ("/datenschutz", "/datenschutz/")]
    both = dict(ways)
    expected = {
        *(("/ueber-uns", name, "lost") for name in GIVEN),
        ("/ueber-uns", "", "other_page"),
        ("/pilot", "utm_medium", "lost"),
        ("/pilot", "", "no_script"),
        ("/agb", "ref", "changed"),
        ("/agb", "", "no_script"),
        ("/agb", "", "no_settings"),
        ("/kontakt", "", "other_host"),
        ("/impressum", "", "too_many_redirects"),
        ("/datenschutz", "", "status_503"),
    }
    expected |= {(both[path], name, reason) for path, name, reason in expected}
    expected |= {("/l/ueber", name, "lost") for name in GIVEN if name not in ("utm_term", "utm_content")}
    expected |= {("/l/ueber", name, "lost") for name in ("utm_term", "utm_content")}
    expected |= {("/l/ueber", "", "other_page"), ("/l/weg", "", "status_404")}
    assert found == expected


def test_a_site_that_does_not_answer_is_one_finding(db: Database) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, but nobody listens
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
        assert look(address, [*route_trips({"/", "/faqs"})]) == ([Finding("/", "", "unreachable")], 1)


def test_console_shows_the_last_check_and_runs_one_now(db: Database, staff_client: StaffClient) -> None:
    marketing = staff_client("marketing")
    assert marketing.get("/api/staff/self-checks/latest").json() is None
    answer = marketing.post("/api/staff/self-checks", json={})
    assert answer.status_code == 200
    body = answer.json()
    assert set(body) == {"at", "checked", "findings"}
    assert body["findings"] == [{"path": "/", "parameter": "", "reason": "Die Adresse antwortet nicht."}]
    assert marketing.get("/api/staff/self-checks/latest").json() == body
    with db.read() as session:
        entry = session.scalars(select(AuditEntry).order_by(AuditEntry.id.desc())).first()
        check = latest_check(session)
    assert entry is not None
    assert check is not None
    assert (entry.action, entry.subject) == ("self_check.run", f"self_check:{check.id}")
    assert entry.details == {"findings": len(body["findings"])}


class Answering:
    """A server that gives each request the next of some answers, and none when there are no more."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = answers
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve)
        self.asked: list[bytes] = []

    def __enter__(self) -> str:
        self._thread.start()
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self._thread.join()
        self._listener.close()

    def _serve(self) -> None:
        for answer in self._answers:
            peer, _ = self._listener.accept()
            self.asked.append(peer.recv(4000).partition(b"\r\n")[0])
            peer.sendall(answer)
            peer.close()


def redirect(location: str) -> bytes:
    return f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


EMPTY = b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"


def test_a_server_that_speaks_no_http_is_one_finding() -> None:
    with Answering(b"220 mail ready\r\n") as base:
        assert look(base, []) == ([Finding("/", "", "unreachable")], 1)


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("https://elsewhere.invalid/", "other_host"),
        ("//elsewhere.invalid/", "other_host"),
        ("http://127.0.0.1:kein-port/", "unreachable"),
        ("http://[kein-host/", "unreachable"),
        ("http://127.0.0.1:1/", "unreachable"),
        ("javascript:alert(1)", "other_host"),
    ],
)
def test_a_redirect_to_nowhere_is_named(location: str, reason: str) -> None:
    with Answering(EMPTY, redirect(location)) as base:
        assert look(base, [*route_trips({"/"})]) == ([Finding("/", "", reason)], 2)


def test_a_walk_ends_when_nothing_answers_any_more() -> None:
    hangs_up = Answering(EMPTY, b"", b"", b"")
    with hangs_up as base:
        findings, checked = look(base, [*route_trips({"/", "/a", "/b", "/c"})])
    assert checked == 4
    assert findings == [Finding(path, "", "unreachable") for path in ("/", "/a", "/a/")]


def test_the_walk_sends_every_parameter_and_says_what_it_is() -> None:
    server = Answering(EMPTY, EMPTY)
    with server as base:
        look(base, [*route_trips({"/"})])
    assert server.asked[0] == b"GET /sitemap.xml HTTP/1.1"
    for name in GIVEN:
        assert f"{name}=Pr%C3%BCfung+{name}+%26%2B1".encode() in server.asked[1]
