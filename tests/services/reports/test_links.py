"""Links to kept runs: who holds one sees the rows of that run and no others, until it expires or is revoked."""

import random
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from analytics.definitions import definitions
from analytics.parameters import FILTERS, PARAMETERS
from services.campaigns.models import Campaign, CampaignCost
from services.core.clock import BERLIN
from services.core.german import numeric_day
from services.core.http.errors import ValidationProblem
from services.reports.links.links import narrowed
from services.reports.links.models import ReportLink, ReportLinkOpening
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


@pytest.mark.both_databases(sample="postgresql")
def test_a_link_shows_the_kept_figures_to_people_without_an_account_and_counts_its_openings(
    client: TestClient, marketer: TestClient
) -> None:
    db = state_of(client).db
    two_sources(client)
    link = add_link(marketer, keep_report(marketer)["id"])
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
    assert opened(client, f"{path_of(link)}/bericht.pdf").content.startswith(b"%PDF-")
    client.head(path_of(link), headers=BROWSER)
    client.get(path_of(link), headers={"User-Agent": "Googlebot/2.1"})
    rows = stored(db, ReportLinkOpening)
    assert {(row["form"], row["count"]) for row in rows} == {("page", 3), ("csv", 2), ("pdf", 1)}
    assert {row["hour"].minute for row in rows} == {0}
    [shown] = marketer.get(LINKS).json()["data"]
    assert (shown["id"], shown["openings"], shown["last_opened_at"] is None) == (link["id"], 6, False)
    token = path_of(link).rsplit("/", 1)[1]
    assert len(token) == 43
    told = [stored(db, ReportLink), shown, [entry["details"] for entry in stored(db, AuditEntry)]]
    assert token not in str(told), "stored as a hash, and shown once"


def test_a_narrowed_link_holds_only_its_own_rows_and_none_is_wider_than_its_run(
    client: TestClient, marketer: TestClient
) -> None:
    two_sources(client)
    run = keep_report(marketer)
    links = [add_link(marketer, run["id"], filters=one) for one in (None, {"only_utm_source": ["google"]})]
    wide, narrow = (files_of(client, path_of(link)) for link in links)
    assert all(b"bing" in content for content in wide.values())
    assert not any(b"bing" in content for content in narrow.values())
    assert all(b"google" in content for content in narrow.values())
    assert (links[0]["run_id"], links[1]["asked"]) == (run["id"], [{"label": "Quelle", "words": "google"}])
    own = marketer.get(f"{RUNS}/{links[1]['run_id']}").json()["run"]
    assert (own["id"] != run["id"], own["parameters"]["only_utm_source"]) == (True, ["google"])
    runs = len(stored(state_of(client).db, ReportRun))
    for filters, code in ((["bing"], "unknown_choice"), ([], "out_of_range")):
        body = {"label": "Breiter", "filters": {"only_utm_source": filters}}
        answer = marketer.post(f"{RUNS}/{own['id']}/links", json=body)
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, code)
    assert (len(stored(state_of(client).db, ReportLink)), len(stored(state_of(client).db, ReportRun))) == (2, runs)


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
    for _ in range(proved(100, 5_000)):
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


def test_a_revoked_link_is_gone_at_once_and_a_link_ends_with_its_run(client: TestClient, marketer: TestClient) -> None:
    run = keep_report(marketer)
    revoked, ended = add_link(marketer, run["id"]), add_link(marketer, run["id"])
    for _ in range(2):
        answer = marketer.post(f"{LINKS}/{revoked['id']}/revoke")
        assert (answer.status_code, answer.json()["state"]) == (200, "revoked")
    log = [entry["action"] for entry in stored(state_of(client).db, AuditEntry)]
    assert log.count("report_link.revoked") == 1
    assert [opened(client, path_of(link)).status_code for link in (revoked, ended)] == [410, 200]
    assert marketer.request("DELETE", f"{RUNS}/{run['id']}", json={"reason": "Veraltet"}).status_code == 204
    assert opened(client, path_of(ended)).status_code == 410
    states = {one["id"]: one["state"] for one in marketer.get(LINKS).json()["data"]}
    assert states == {revoked["id"]: "revoked", ended["id"]: "ended"}


def test_a_link_rests_while_the_account_that_answers_for_it_is_switched_off(
    client: TestClient, marketer: TestClient, clock: HeldClock
) -> None:
    """It opens for nobody until a colleague takes it over, or the account is switched on again."""
    db = state_of(client).db
    admin = own_page_client(client, add_member(db, "admin", now=clock()).token)
    link = add_link(marketer, keep_report(marketer)["id"])
    path = path_of(link)
    [row] = stored(db, ReportLink)
    maker, heir = int(row["created_by"].partition(":")[2]), add_member(db, "admin").id
    stranger = add_member(db, "marketing").id

    def names() -> tuple[str, str]:
        [told] = admin.get(LINKS).json()["data"]
        return told["created_by_name"], told["answered_by_name"]

    assert names() == ("Kim Marketing", "Kim Marketing")

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
    assert (state(), names()) == ((200, "open"), ("Kim Marketing", "Kim Admin")), "taken over later"
    switch_off(heir)
    assert state() == (410, "resting")
    assert admin.post(f"{LINKS}/{link['id']}/revoke").json()["state"] == "revoked"
    assert "Dieser Link gilt nicht mehr." in opened(client, path).text


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
    answer = marketer.post(f"{RUNS}/{keep_report(marketer)['id']}/links", json={"label": "Liste"})
    assert (answer.status_code, answer.json()["code"]) == (409, "not_for_links")


def test_guesses_are_limited(make_client: MakeClient, clock: HeldClock) -> None:
    client = make_client(clock=clock, rate_limits="report_link=3/60")
    answers = [opened(client, f"/bericht/{'x' * 43}") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert answers[-1].headers["retry-after"]
    assert "in kurzer Zeit" in answers[-1].text


def test_a_link_says_which_data_its_figures_lack(client: TestClient, marketer: TestClient) -> None:
    """Ten days of costs of a campaign by Facebook; then nothing comes."""
    last = today(client) - timedelta(days=3)
    made: dict[str, Any] = {"note": "", "created_at": state_of(client).clock(), "created_by": "system"}
    tags = {"utm_source": "facebook", "utm_medium": "paid", "utm_campaign": "herbst"}
    campaign = Campaign(id=1, name="Herbst", landing_path="/", version=1, **tags, **made)
    costs = [CampaignCost(campaign_id=1, day=last - timedelta(days=back), cents=500, **made) for back in range(10)]

    def page() -> str:
        text: str = opened(client, path_of(add_link(marketer, keep_report(marketer)["id"]))).text
        return text

    assert "Vorläufig" not in page()
    state_of(client).db.write(lambda session: session.add_all([campaign, *costs]))
    assert f"Vorläufig: Kosten von Meta fehlen seit {numeric_day(last + timedelta(days=1))}." in page()
