"""Marketing learns who nobody is: one household is carried through every route, report and format, and looked for."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient

from analytics.definitions import definitions
from analytics.touch_fields import TOUCH_FIELDS, UTM_FIELDS
from services.campaigns.models import CostArrival
from services.referrals.issue import CodeIssue
from services.referrals.judge_uses import ReferralWatch
from tests.contract.operations import documented
from tests.contract.roles import may_call
from tests.fixtures.proved import proved
from tests.fixtures.smtp import SmtpPeer
from tests.services.schedules.calls import make
from tests.services.schedules.canary import ADDRESS, settle_in, text_of, traces
from tests.services.schedules.office import Office

FAR = {"from": "2026-10-01", "to": "2026-11-03"}
FORMS = ("csv", "xlsx", "parquet")
MARKETERS_GET = [
    one.path
    for one in documented("staff")
    if one.method == "GET" and "marketing" in may_call(one.method, one.path).split()
]
NOT_WALKED = {"/api/staff/exports/{token}", "/api/staff/self-checks/latest"}
"""The first needs a link made for one time, which has a test of its own; the second needs a crawled site."""
OF_SCHEDULES = {"/api/staff/report-deliveries/1", "/api/staff/report-runs/1/artefacts/1"}
"""Run 1 is kept by hand and has neither; those of schedules are looked at below."""
QUERIES = {"/api/staff/views": "?resource=reservations"}


@pytest.fixture
def canary(client: TestClient, office: Office) -> None:
    """The household, its codes and those it came by, and one of everything that marketing looks at."""
    settle_in(client)
    CodeIssue(office.db, office.clock).issue()
    ReferralWatch(office.db, office.clock).check()
    marketer = office.staff("marketing")
    campaign = {"name": "Messe", "utm_source": "messe", "utm_campaign": "messe"}
    for path, body in (
        ("campaigns", campaign),
        ("campaigns/1/links", {}),
        ("aliases", {"field": "utm_source", "raw": "mässe", "canonical": "messe"}),
        ("notes", {"day": "2026-01-01", "text": "Messe", "kind": "newsletter", "hour": 10, "audience": 900}),
        ("referrals/codes", {"partner_name": "Verein", "code": "verein10"}),
        ("report-segments", {"name": "Messe", "filters": {"only_utm_source": ["messe"]}}),
        ("report-runs", {"report": "reservations", "label": "Probe", "parameters": FAR}),
    ):
        answer = marketer.post(f"/api/staff/{path}", json=body)
        assert answer.status_code == 201, (path, answer.text)
    arrived = {"file_name": "Kosten.csv", "sha256": "0" * 64, "content": b"Tag;Kosten", "arrived_at": office.clock()}
    office.db.write(lambda session: session.execute(insert(CostArrival), [arrived]) and None)


def leaks(client: TestClient, answers: Iterator[tuple[str, bytes, str]]) -> dict[str, list[str]]:
    """What can be read of the canary, by where it stands."""
    wanted, found, looked_at = traces(client), {}, 0
    for where, content, form in answers:
        text = text_of(content, form)
        looked_at += 1
        if seen := [trace for trace in wanted if trace in text]:
            found[where] = seen
    assert looked_at
    return found


def addresses() -> Iterator[str]:
    """Every address that marketing may read, with the parameters that change what is shown."""
    parameters = {"park": "ingolstadt", "number": "1", "table": "rows", "form": "csv", "key": "reservations"}
    for path in MARKETERS_GET:
        if path in NOT_WALKED:
            continue
        if found := re.fullmatch(r"/api/staff/reports/([a-z_]+)(/files/.*)?", path):
            yield from _of_report(found[1], is_file=bool(found[2]))
            continue
        filled = re.sub(r"\{([^}:]+)[^}]*\}", lambda name: parameters.get(name[1], "1"), path)
        if path.endswith("/{table}.{form}"):
            yield from (filled.replace("rows.csv", f"rows.{form}") for form in FORMS)
        elif path.endswith("/aliases/values"):
            yield from (f"{filled}?field={name}" for name in UTM_FIELDS)
        else:
            yield filled + QUERIES.get(path, "")


def _of_report(name: str, *, is_file: bool) -> Iterator[str]:
    definition = definitions()[name]
    period = "&".join(f"{key}={value}" for key, value in FAR.items()) if "from_day" in definition.parameters else ""
    fields = (*TOUCH_FIELDS, "channel", "channel_group") if "field" in definition.parameters else ("",)
    queries = ["&".join(part for part in (period, f"field={field}" if field else "") if part) for field in fields]
    if not is_file:
        some = proved(queries if name == "breakdown" else queries[::4], queries)
        yield from (f"/api/staff/reports/{name}?{query}" for query in some)
        return
    every = [(query, form) for query in queries for form in FORMS]
    # The answer above holds the tables of the screen: of their files `make test` reads one of each kind.
    shown = [table for table in definition.tables if table.reach != "files"][len(FORMS) :]
    left_out = proved(shown, [])
    for number, table in enumerate(one for one in definition.tables if one not in left_out):
        for query, form in proved([every[4 * number % len(every)]], every):
            yield f"/api/staff/reports/{name}/files/{table.name}.{form}?{query}"


def read(browser: TestClient) -> Iterator[tuple[str, bytes, str]]:
    for address in addresses():
        answer = browser.get(address)
        assert answer.status_code == (404 if address in OF_SCHEDULES else 200), (address, answer.text)
        ending = address.partition("?")[0].rpartition(".")[2]
        yield address, b"" if ending == "png" else answer.content, ending


def test_marketing_learns_from_no_route_mail_or_file_who_the_canary_is(
    client: TestClient, office: Office, canary: None, smtp_peer: SmtpPeer, subtests: pytest.Subtests
) -> None:
    schedule = make(office.staff("marketing"), report="reservations", formats=["csv"])
    office.run(schedule["id"])
    assert len(MARKETERS_GET) > 50
    with subtests.test("no route"):
        assert leaks(client, read(office.reader())) == {}
    with subtests.test("nor who came by which code, nor is a household found by its name"):
        marketer = office.staff("marketing")
        uses = marketer.get("/api/staff/referrals/uses").json()["data"]
        assert uses and {use["reservation_id"] for use in uses} == {None}
        assert all(use["pseudonym"].startswith("Haushalt ") for use in uses)
        seen = office.staff("admin").get("/api/staff/referrals/uses").json()["data"]
        assert all(use["reservation_id"] for use in seen)
        for typed in ("vögelsang", ADDRESS, "98765"):
            assert marketer.get("/api/staff/referrals/codes", params={"q": typed}).json()["total"] == 0
    with subtests.test("and the same walk shows an admin, or it would prove nothing"):
        found = leaks(client, _as_admin(office))
        assert found["/api/staff/reservations"] and found["/api/staff/reservations/1"]
        assert found["/api/staff/parks/ingolstadt/spots/1"]
    for report in proved(["reservations"], ["reservations", "breakdown", "money"]):
        with subtests.test(f"no mail and no file of a schedule of {report}"):
            office.clock.advance(days=1)
            made = make(office.staff("admin"), report=report, formats=["csv", "xlsx", "parquet", "pdf", "body"])
            office.send(smtp_peer.url)
            smtp_peer.received.clear()
            office.run(made["id"])
            assert office.send(smtp_peer.url) == {"sent": 1}
            [run] = office.runs(made["id"])
            assert run["artefacts"]
            assert leaks(client, _delivered(office, run, smtp_peer)) == {}
            assert leaks(client, _by_machine(office, made["id"], definitions()[report])) == {}
    with subtests.test("a run that was kept shows no name that came later"):
        admin = office.staff("admin")
        ours = admin.get("/api/staff/reservations", params={"ids": "1"}).json()["data"][0]
        corrected = {"version": ours["version"], "last_name": "Messe"}
        assert admin.patch("/api/staff/reservations/1", json=corrected).is_success
        kept = office.reader().get("/api/staff/report-runs/1")
        assert kept.status_code == 200
        assert leaks(client, iter([("kept", kept.content, "json")])) == {}


def _as_admin(office: Office) -> Iterator[tuple[str, bytes, str]]:
    admin = office.staff("admin")
    for address in ("/api/staff/reservations", "/api/staff/reservations/1", "/api/staff/parks/ingolstadt/spots/1"):
        yield address, admin.get(address).content, "json"


def _delivered(office: Office, run: dict[str, Any], peer: SmtpPeer) -> Iterator[tuple[str, bytes, str]]:
    yield "mail", bytes(peer.received[0]), "eml"
    for artefact in run["artefacts"]:
        answer = office.reader().get(f"/api/staff/report-runs/{run['id']}/artefacts/{artefact['id']}")
        assert answer.status_code == 200
        yield artefact["name"], answer.content, artefact["name"].rpartition(".")[2]


def _by_machine(office: Office, schedule_id: int, definition: Any) -> Iterator[tuple[str, bytes, str]]:
    token = office.staff("admin").post("/api/staff/machine-tokens", json={"name": "Auswertung"}).json()["token"]
    for table in definition.tables:
        address = f"/api/reports/{schedule_id}/runs/latest.parquet?table={table.name}"
        answer = office.client.get(address, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        yield address, answer.content, "parquet"
