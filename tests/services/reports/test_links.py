"""Links to kept runs: who holds one sees the rows of that run and no others, until it expires or is revoked."""

import random
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.definitions import definitions
from analytics.parameters import FILTERS, PARAMETERS
from services.core.clock import BERLIN
from services.core.http.errors import ValidationProblem
from services.reports.links.models import ReportLink, ReportLinkOpening
from services.reports.links.narrow import narrowed
from services.reports.models import ReportRun
from services.staff.models import AuditEntry
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import add_member, own_page_client, state_of
from tests.services.held_clock import HeldClock
from tests.services.reports.kept_calls import RUNS, keep_report, reserve, today
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")
LINKS = "/api/staff/report-links"
BROWSER = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"}


@pytest.fixture
def database_url(sqlite_url: str) -> str:
    """What differs between the databases is proven where a test says so."""
    return sqlite_url


@pytest.fixture
def client(make_client: MakeClient, clock: HeldClock) -> TestClient:
    """Calls are not limited, and time stands still."""
    return make_client(rate_limits="off", clock=clock)


def add_link(staff: TestClient, run_id: int, **changes: Any) -> dict[str, Any]:
    answer = staff.post(f"{RUNS}/{run_id}/links", json={"label": "Für die Stadtwerke", **changes})
    assert answer.status_code == 201, answer.text
    told: dict[str, Any] = answer.json()
    return told


def path_of(link: dict[str, Any]) -> str:
    """The address without its host."""
    return "/bericht/" + str(link["address"]).rsplit("/", 1)[1]


def opened(client: TestClient, path: str, **asked: Any) -> Any:
    return client.get(path, headers={**BROWSER, **asked.pop("headers", {})}, **asked)


def files_of(client: TestClient, path: str) -> dict[str, bytes]:
    """Everything a link gives out: its page, and the table of origins as a file."""
    found = {}
    for one in (path, f"{path}/sources.csv"):
        answer = opened(client, one)
        assert answer.status_code == 200, (one, answer.text)
        found[one] = answer.content
    return found


def two_sources(client: TestClient) -> None:
    for number, source in enumerate(("google", "bing", "google"), 1):
        reserve(client, number, {"utm_source": source, "utm_campaign": f"{source}-herbst"})
    now = state_of(client).clock()
    add_visits(state_of(client).db, [visit(now, visitor=one, utm_source="bing") for one in (1, 2)])


@pytest.mark.both_databases
def test_a_link_shows_the_kept_figures_to_people_without_an_account(client: TestClient, marketer: TestClient) -> None:
    two_sources(client)
    run = keep_report(marketer)
    link = add_link(marketer, run["id"])
    before = files_of(client, path_of(link))
    reserve(client, 9, {"utm_source": "google"})
    assert files_of(client, path_of(link)) == before, "what happens later changes nothing"
    answer = opened(client, path_of(link))
    assert "Probe" in answer.text
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "noindex" in answer.headers["x-robots-tag"]
    assert answer.headers["cache-control"] == "no-store"
    assert "script-src" not in answer.headers["content-security-policy"]
    assert "<script" not in answer.text
    pdf = opened(client, f"{path_of(link)}/bericht.pdf")
    assert pdf.content.startswith(b"%PDF-")


def test_the_token_is_stored_as_a_hash_and_shown_once(client: TestClient, marketer: TestClient) -> None:
    run = keep_report(marketer)
    link = add_link(marketer, run["id"])
    token = path_of(link).rsplit("/", 1)[1]
    assert len(token) == 43
    [row] = stored(state_of(client).db, ReportLink)
    assert token not in str(row)
    listed = marketer.get(LINKS).json()["data"]
    assert [one["id"] for one in listed] == [link["id"]]
    assert token not in str(listed)
    assert token not in str([entry["details"] for entry in stored(state_of(client).db, AuditEntry)])


def test_a_narrowed_link_holds_only_its_own_rows(client: TestClient, marketer: TestClient) -> None:
    two_sources(client)
    run = keep_report(marketer)
    wide, narrow = (
        files_of(client, path_of(add_link(marketer, run["id"], filters=filters)))
        for filters in (None, {"only_utm_source": ["google"]})
    )
    assert all(b"bing" in content for content in wide.values())
    assert not any(b"bing" in content for content in narrow.values())
    assert all(b"google" in content for content in narrow.values())


def test_a_narrowed_link_leads_to_a_kept_run_of_its_own(client: TestClient, marketer: TestClient) -> None:
    two_sources(client)
    run = keep_report(marketer)
    link = add_link(marketer, run["id"], filters={"only_utm_source": ["google"]})
    assert link["run_id"] != run["id"]
    assert link["asked"] == [{"label": "Quelle", "words": "google"}]
    assert marketer.get(f"{RUNS}/{link['run_id']}").json()["run"]["parameters"]["only_utm_source"] == ["google"]


@pytest.mark.parametrize(
    ("filters", "code"),
    [({"only_utm_source": ["bing"]}, "unknown_choice"), ({"only_utm_source": []}, "out_of_range")],
)
def test_a_link_cannot_be_wider_than_its_run(
    filters: dict[str, Any], code: str, client: TestClient, marketer: TestClient
) -> None:
    two_sources(client)
    run = keep_report(marketer, only_utm_source=["google"])
    answer = marketer.post(f"{RUNS}/{run['id']}/links", json={"label": "Breiter", "filters": filters})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["code"] == code
    assert stored(state_of(client).db, ReportLink) == []
    assert len(stored(state_of(client).db, ReportRun)) == 1


def _random_call(rng: random.Random, path: str) -> tuple[str, str, dict[str, str]]:
    """Method, address and headers of a call by someone who wants to see more than the link shows."""
    names = [*PARAMETERS, *FILTERS, "from", "to", "run", "run_id", "report", "table", "format", "limit", "filters"]
    values = ["bing", "", "google,bing", "*", "1", "2000-01-01", "2199-12-31", "true", "any", "probe", "null", "[]"]
    query = "&".join(f"{rng.choice(names)}={rng.choice(values)}" for _ in range(rng.randint(1, 6)))
    token = path.rsplit("/", 1)[1]
    place = rng.randrange(len(token))
    other = rng.choice("abcXYZ019-_")
    ends = ["", "/", "/sources.csv", "/states.csv", "/sources.csv/", "/../1", "/%2e%2e/1", "/bericht.pdf/x", "/1"]
    ends += ["/sources.xlsx", "/sources.parquet", "/files/sources.csv", "/sources.csv%00", "/all.csv"]
    addresses = [path + rng.choice(ends)]
    addresses += [f"/bericht/{token[:place]}{other}{token[place + 1 :]}", f"/bericht/{token[:place]}", path + other]
    headers = {"Accept": rng.choice(["*/*", "application/json", "application/x-ndjson"])}
    headers |= {"X-Original-URL": "/api/staff/report-runs/1", "Range": "bytes=0-999999", "Cookie": "voltigo-staff=x"}
    method = rng.choice(["GET", "GET", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])
    return method, f"{rng.choice(addresses)}?{query}", headers


def test_no_parameter_shows_more_than_the_link_does(client: TestClient, marketer: TestClient) -> None:
    two_sources(client)
    run = keep_report(marketer)
    path = path_of(add_link(marketer, run["id"], filters={"only_utm_source": ["google"]}))
    allowed = {*files_of(client, path).values(), opened(client, f"{path}/states.csv").content}
    rng = random.Random(51)
    statuses = set()
    for _ in range(proved(200, 5_000)):
        method, address, headers = _random_call(rng, path)
        answer = client.request(method, address, headers={**BROWSER, **headers}, follow_redirects=False)
        statuses.add(answer.status_code)
        assert answer.status_code in (200, 404, 405), address
        assert b"bing" not in answer.content, address
        if answer.status_code == 200 and method == "GET":
            assert answer.content in allowed, address
    assert {200, 404, 405} <= statuses


def test_narrowing_never_adds_a_value(probe: None) -> None:
    """Whatever filters a run has and a link asks for: the values of the result are those of the run, or a refusal."""
    definition, rng = definitions()["probe"], random.Random(39)
    words = ["google", "bing", "", "a", "b"]
    kept = 0
    for _ in range(proved(300, 20_000)):
        has, asks = (
            {name: rng.sample(words, rng.randint(0, 4)) for name in rng.sample(FILTERS, rng.randint(0, 3))}
            for _ in range(2)
        )
        try:
            result = narrowed(definition, has, asks, "filters")
        except ValidationProblem:
            continue
        kept += 1
        for name, values in has.items():
            assert not values or set(result[name]) <= set(values)
    assert kept > 50


def test_an_expired_link_is_gone(client: TestClient, marketer: TestClient, clock: HeldClock) -> None:
    """„Der Link gilt bis zum …“, to the last second of that day in Berlin."""
    run = keep_report(marketer)
    last = today(client)
    link = add_link(marketer, run["id"], expires_on=last.isoformat())
    end = datetime.combine(last + timedelta(days=1), time(), BERLIN)
    clock.now = (end - timedelta(seconds=1)).astimezone(UTC)
    assert f"Der Link gilt bis zum {last:%d.%m.%Y}." in opened(client, path_of(link)).text
    clock.now = end.astimezone(UTC)
    for end in ("", "/sources.csv", "/bericht.pdf"):
        answer = opened(client, path_of(link) + end)
        assert answer.status_code == 410
        assert "Dieser Link gilt nicht mehr." in answer.text
        assert answer.headers["content-type"].startswith("text/html")
    assert "Probe" not in opened(client, path_of(link)).text


def test_a_revoked_link_is_gone_at_once(client: TestClient, marketer: TestClient) -> None:
    run = keep_report(marketer)
    link = add_link(marketer, run["id"])
    revoked = marketer.post(f"{LINKS}/{link['id']}/revoke")
    assert (revoked.status_code, revoked.json()["state"]) == (200, "revoked")
    assert opened(client, path_of(link)).status_code == 410
    log = [entry["action"] for entry in stored(state_of(client).db, AuditEntry)]
    assert log.count("report_link.revoked") == 1
    marketer.post(f"{LINKS}/{link['id']}/revoke")
    assert [entry["action"] for entry in stored(state_of(client).db, AuditEntry)].count("report_link.revoked") == 1


def test_the_list_says_who_answers_for_a_link_and_who_made_it(client: TestClient, marketer: TestClient) -> None:
    link = add_link(marketer, keep_report(marketer)["id"])
    maker = link["created_by_name"]
    assert (link["answered_by_name"], bool(maker)) == (maker, True)
    db = state_of(client).db
    heir = add_member(db, "admin").id
    db.write(lambda session: setattr(session.get_one(ReportLink, link["id"]), "answered_by", f"staff:{heir}"))
    [told] = marketer.get(LINKS).json()["data"]
    assert (told["created_by_name"], told["answered_by_name"]) == (maker, "Kim Admin")


def test_a_link_rests_while_the_account_that_answers_for_it_is_switched_off(
    client: TestClient, marketer: TestClient, clock: HeldClock
) -> None:
    """It opens for nobody until a colleague takes it over, or the account is switched on again."""
    db = state_of(client).db
    admin = own_page_client(client, add_member(db, "admin", now=clock()).token)
    link = add_link(marketer, keep_report(marketer)["id"])
    path = path_of(link)
    [row] = stored(db, ReportLink)
    maker, heir = int(row["created_by"].partition(":")[2]), add_member(db, "marketing").id
    stranger = add_member(db, "marketing").id

    def switch_off(account: int, heir: int | None = None) -> None:
        answer = admin.post(f"/api/staff/accounts/{account}/disable", json={"hand_over_to": heir})
        assert answer.status_code == 200, answer.text

    def state() -> tuple[int, str]:
        return opened(client, path).status_code, admin.get(LINKS).json()["data"][0]["state"]

    switch_off(stranger)
    assert state() == (200, "open"), "somebody else's account"
    switch_off(maker)
    assert state() == (410, "resting")
    openings = stored(db, ReportLinkOpening)
    for end in ("", "/sources.csv", "/bericht.pdf"):
        answer = opened(client, path + end)
        assert (answer.status_code, answer.headers["content-type"]) == (410, "text/html; charset=utf-8")
        assert "Dieser Link gilt zurzeit nicht." in answer.text
        assert "Er gehört zu einem Konto, das wir abgeschaltet haben, und niemand hat ihn übernommen." in answer.text
        assert "Probe" not in answer.text
    assert stored(db, ReportLinkOpening) == openings, "who is not let in has not opened it"
    switch_off(maker, heir)
    assert state() == (200, "open"), "taken over later"
    switch_off(heir)
    assert state() == (410, "resting")
    assert admin.post(f"{LINKS}/{link['id']}/revoke").json()["state"] == "revoked"
    assert "Dieser Link gilt nicht mehr." in opened(client, path).text


def test_a_link_ends_with_its_run(client: TestClient, marketer: TestClient) -> None:
    run = keep_report(marketer)
    link = add_link(marketer, run["id"])
    assert marketer.request("DELETE", f"{RUNS}/{run['id']}", json={"reason": "Veraltet"}).status_code == 204
    assert opened(client, path_of(link)).status_code == 410
    assert marketer.get(LINKS).json()["data"][0]["state"] == "ended"


@pytest.mark.both_databases
def test_openings_are_counted_without_a_trace_of_who_opened(client: TestClient, marketer: TestClient) -> None:
    run = keep_report(marketer)
    path = path_of(add_link(marketer, run["id"]))
    for _ in range(2):
        opened(client, path)
    opened(client, f"{path}/sources.csv")
    client.head(path, headers=BROWSER)
    client.get(path, headers={"User-Agent": "Googlebot/2.1"})
    rows = stored(state_of(client).db, ReportLinkOpening)
    assert {(row["form"], row["count"]) for row in rows} == {("page", 2), ("csv", 1)}
    assert {row["hour"].minute for row in rows} == {0}
    [shown] = marketer.get(LINKS).json()["data"]
    assert shown["openings"] == 3
    assert shown["last_opened_at"] is not None


def test_a_link_lasts_thirty_days_unless_told_and_a_year_at_most(client: TestClient, marketer: TestClient) -> None:
    run = keep_report(marketer)
    link = add_link(marketer, run["id"])
    assert date.fromisoformat(link["expires_at"][:10]) == today(client) + timedelta(days=30), "its end, in UTC"
    last = today(client) + timedelta(days=30)
    assert f"Der Link gilt bis zum {last:%d.%m.%Y}." in opened(client, path_of(link)).text
    for days, code in ((-1, "in_the_past"), (366, "too_late")):
        day = (today(client) + timedelta(days=days)).isoformat()
        answer = marketer.post(f"{RUNS}/{run['id']}/links", json={"label": "Lange", "expires_on": day})
        assert answer.json()["errors"] == [
            {"field": "expires_on", "code": code, "message": answer.json()["errors"][0]["message"]}
        ]
    assert marketer.post(
        f"{RUNS}/{run['id']}/links", json={"label": "Jahr", "expires_on": (today(client) + timedelta(365)).isoformat()}
    ).is_success


def test_reports_about_single_households_are_not_linked(
    client: TestClient, marketer: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.reports.links.links._OF_HOUSEHOLDS", frozenset({"probe"}))
    run = keep_report(marketer)
    answer = marketer.post(f"{RUNS}/{run['id']}/links", json={"label": "Liste"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_for_links")


def test_guesses_are_limited(make_client: MakeClient, clock: HeldClock) -> None:
    client = make_client(clock=clock, rate_limits="report_link=3/60")
    answers = [opened(client, f"/bericht/{'x' * 43}") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert answers[-1].headers["retry-after"]
    assert "in kurzer Zeit" in answers[-1].text
