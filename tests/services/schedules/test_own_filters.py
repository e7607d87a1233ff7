"""Recipients with a filter of their own: never wider than the schedule, in one run, each with files of its own."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from services.reports.models import ReportRun
from services.schedules.errors import RunFailed
from services.schedules.runs import files as run_files
from services.schedules.runs.delivered import newest_result
from services.schedules.runs.run_events import run_summaries
from services.staff.models import AuditEntry
from tests.fixtures.smtp import SmtpPeer
from tests.services.reports.kept_calls import reserve
from tests.services.schedules.calls import SCHEDULES, faults, make, plan
from tests.services.schedules.office import Office
from tests.services.schedules.test_delivery import attached, messages
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")
ANNA, BERTA, CARLA = "anna@example.org", "berta@example.org", "carla@example.org"
GOOGLE, BING = {"only_utm_source": ["google"]}, {"only_utm_source": ["bing"]}


def two_sources(office: Office) -> None:
    for number, source in enumerate(("google", "bing"), 1):
        reserve(office.client, number, {"utm_source": source})
    office.clock.advance(days=2)


def narrowed(office: Office, **changes: Any) -> dict[str, Any]:
    """Anna and Carla get Google, Berta Bing, and the admin all of it."""
    admin = office.staff("admin")
    own = {ANNA: GOOGLE, BERTA: BING, CARLA: GOOGLE}
    return make(admin, **{"recipients": [admin.member.email, *own], "own_filters": own} | changes)


def arrived(office: Office, peer: SmtpPeer) -> dict[str, Any]:
    """The mails that arrive now, by recipient."""
    peer.received.clear()
    office.send(peer.url)
    office.settle()
    return {str(one["To"]): one for one in messages(peer)}


def failing_for(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files with this source cannot be made."""
    made = run_files.files_of

    def files_of(answer: Any, *rest: Any) -> Any:
        if answer.told.get("only_utm_source") == [value]:
            raise ZeroDivisionError
        return made(answer, *rest)

    monkeypatch.setattr(run_files, "files_of", files_of)


def test_each_gets_their_own_rows_out_of_one_run(office: Office, smtp_peer: SmtpPeer) -> None:
    two_sources(office)
    made = narrowed(office, formats=["csv", "body"])
    assert made["own_filters"] == {ANNA: GOOGLE, BERTA: BING, CARLA: GOOGLE}
    assert [one["asked"] for one in made["whom"]][1] == [{"label": "Quelle", "words": "google"}]
    office.run(made["id"])
    mails = arrived(office, smtp_peer)
    [run] = office.runs(made["id"])
    assert (run["state"], [part["state"] for part in run["parts"]]) == ("delivered", ["delivered"] * 2)
    by_words = {part["asked"][0]["words"]: part for part in run["parts"]}
    assert {one["recipient"] for one in by_words["google"]["deliveries"]} == {ANNA, CARLA}
    files = {address: b"".join(attached(mails[address]).values()) for address in (ANNA, BERTA, CARLA)}
    assert files[ANNA] == files[CARLA]
    assert b"google" in files[ANNA] and b"bing" not in files[ANNA]
    assert b"bing" in files[BERTA] and b"google" not in files[BERTA]
    assert mails[ANNA]["Subject"].endswith("(Quelle: google)")
    for part in mails[ANNA].walk():
        if part.get_content_type() == "text/plain":
            assert "Ihre Fassung zeigt nur: Quelle: google." in part.get_content()
    rows = stored(office.db, ReportRun)
    assert len({str(row["stand"]) for row in rows}) == 1, "all rest on the same rows"


def test_programs_get_what_is_not_narrowed(office: Office) -> None:
    two_sources(office)
    made = narrowed(office)
    office.run(made["id"])
    [run] = office.runs(made["id"])
    with office.db.read() as session:
        newest = newest_result(session, made["id"], "sources", office.clock())
        told = run_summaries(session, [run["id"], *(part["id"] for part in run["parts"])])
    assert newest is not None
    assert newest.run.id == run["id"]
    assert set(told) == {run["id"]}


@pytest.mark.parametrize(
    ("parameters", "own", "field"),
    [
        (GOOGLE, {ANNA: BING}, "recipients.0"),
        ({}, {ANNA: {"only_utm_source": []}}, "own_filters.anna@example.org.only_utm_source"),
        ({}, {ANNA: {"park": ["x"]}}, "own_filters.anna@example.org"),
        ({}, {BERTA: GOOGLE}, "own_filters"),
    ],
)
def test_a_filter_that_is_not_narrower_is_refused(
    parameters: dict[str, Any], own: dict[str, Any], field: str, office: Office
) -> None:
    admin = office.staff("admin")
    body = plan(admin, recipients=[ANNA], parameters=parameters, own_filters=own)
    assert set(faults(admin.post(SCHEDULES, json=body))) == {field}


def test_a_save_that_does_not_name_filters_keeps_them(office: Office) -> None:
    made = narrowed(office)
    admin = office.staff("admin")
    path = f"{SCHEDULES}/{made['id']}"
    body = plan(admin, recipients=[ANNA, BERTA], name="Anders", version=made["version"])
    changed = admin.put(path, json=body)
    assert changed.json()["own_filters"] == {ANNA: GOOGLE, BERTA: BING}
    contradiction = {**body, "parameters": GOOGLE, "version": changed.json()["version"]}
    assert faults(admin.put(path, json=contradiction)) == {"recipients.1": "unknown_choice"}


def test_only_admins_change_what_leaves_the_company(client: TestClient, office: Office) -> None:
    owner = office.staff("marketing")
    made = make(owner)
    admin = office.staff("admin")
    both = [owner.member.email, ANNA]
    path = f"{SCHEDULES}/{made['id']}"
    saved = admin.put(path, json=plan(admin, recipients=both, own_filters={ANNA: GOOGLE}, version=1)).json()
    body = plan(owner, recipients=both, own_filters={}, version=saved["version"])
    assert faults(owner.put(path, json=body)) == {"recipients.1": "outside"}
    own = {**body, "own_filters": {ANNA: GOOGLE, owner.member.email: BING}}
    assert owner.put(path, json=own).json()["own_filters"][owner.member.email] == BING
    log = [entry for entry in stored(office.db, AuditEntry) if entry["action"] == "report_schedule.recipient_filtered"]
    assert [entry["actor"] for entry in log] == [f"staff:{admin.member.id}", f"staff:{owner.member.id}"]
    assert log[1]["details"]["account"] == owner.member.id
    assert "google" not in str(log)


def test_where_one_filter_fails_the_others_get_theirs_and_it_is_repeated_alone(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_sources(office)
    made = narrowed(office)
    with monkeypatch.context() as patched:
        failing_for("bing", patched)
        told = office.run(made["id"])
    assert told.endswith("1 Fassung mit eigenem Filter: fehlgeschlagen.")
    first = arrived(office, smtp_peer)
    assert {ANNA, CARLA} <= set(first) and BERTA not in first
    warnings = [one for one in messages(smtp_peer) if "kam nicht bei allen an" in str(one["Subject"])]
    assert warnings, "owner and admins hear of it"
    [run] = office.runs(made["id"])
    assert run["state_words"].endswith("1 eigene Fassung fehlgeschlagen")
    [failed] = [part for part in run["parts"] if part["state"] == "failed"]
    assert office.show(made["id"])["failures"] == 0
    admin = office.staff("admin")
    office.clock.advance(minutes=1)  # The slot has no row in the queue here, so the request needs another moment.
    path = f"/api/staff/report-deliveries/{failed['id']}/repeat"
    assert office.reader().post(path).status_code == 403
    assert [admin.post(path).status_code for _ in range(2)] == [202, 409]
    assert office.take_up() == 1
    assert set(arrived(office, smtp_peer)) == {BERTA}
    [run] = office.runs(made["id"])
    assert {part["state"] for part in run["parts"]} == {"delivered"}
    assert run["parts"][0]["period"] == run["parts"][1]["period"] == run["period"]
    assert admin.post(path).status_code == 409


def test_a_run_that_fails_beside_its_parts_is_repeated_without_them(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_sources(office)
    made = narrowed(office)
    real = run_files.files_of

    def files_of(answer: Any, *rest: Any) -> Any:
        return real(answer, *rest) if answer.told["only_utm_source"] else 1 / 0

    with monkeypatch.context() as patched:
        patched.setattr(run_files, "files_of", files_of)
        with pytest.raises(RunFailed):
            office.run(made["id"])
    assert {ANNA, BERTA, CARLA} <= set(arrived(office, smtp_peer))
    [run] = office.runs(made["id"])
    slot = office.clock()
    office.clock.advance(minutes=1)
    admin = office.staff("admin")
    assert admin.post(f"/api/staff/report-deliveries/{run['id']}/repeat").status_code == 202
    assert office.run(made["id"], slot) == "Schon erledigt.", "a worker that takes over the slot of before"
    office.take_up()
    assert not {ANNA, BERTA, CARLA} & set(arrived(office, smtp_peer))
    [run] = office.runs(made["id"])
    assert (run["state"], len(run["parts"])) == ("delivered", 2)


def test_conditions_are_judged_by_the_figures_of_each(office: Office, smtp_peer: SmtpPeer) -> None:
    reserve(office.client, 1, {"utm_source": "google"})
    office.clock.advance(days=2)
    made = narrowed(office, condition={"kind": "rows", "table": "sources", "least": 1}, cool_down_hours=30)
    office.run(made["id"])
    assert {ANNA, CARLA} <= set(mails := arrived(office, smtp_peer)) and BERTA not in mails
    reserve(office.client, 2, {"utm_source": "bing"})
    office.run(made["id"])
    assert set(arrived(office, smtp_peer)) & {ANNA, BERTA, CARLA} == {BERTA}, "the others rest, she was not sent any"


def test_a_filter_changed_while_it_is_computed_sends_nothing_to_them(
    office: Office, smtp_peer: SmtpPeer, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_sources(office)
    made = narrowed(office)
    real = run_files.files_of
    changes = [True]

    def files_of(*given: Any) -> Any:
        if changes:
            changes.clear()
            admin = office.staff("admin")
            own = {ANNA: GOOGLE, CARLA: GOOGLE, BERTA: {"only_utm_source": ["bing", "yahoo"]}}
            body = plan(admin, recipients=made["recipients"], own_filters=own, version=made["version"])
            assert admin.put(f"{SCHEDULES}/{made['id']}", json=body).status_code == 200
        return real(*given)

    monkeypatch.setattr(run_files, "files_of", files_of)
    office.run(made["id"])
    assert BERTA not in arrived(office, smtp_peer)
    [run] = office.runs(made["id"])
    assert [(one["recipient"], one["left_out"]) for one in run["deliveries"] if one["left_out"]] == [
        (BERTA, "Eigener Filter während der Berechnung geändert")
    ]


def test_a_test_shows_what_a_recipient_gets(office: Office, smtp_peer: SmtpPeer) -> None:
    two_sources(office)
    made = narrowed(office)
    arrived(office, smtp_peer)
    admin = office.staff("admin")
    [berta] = [one["id"] for one in made["whom"] if one["address"] == BERTA]
    assert admin.post(f"{SCHEDULES}/{made['id']}/test?recipient={berta}").status_code == 202
    assert admin.post(f"{SCHEDULES}/{made['id']}/test?recipient={berta + 100}").status_code == 404
    office.take_up()
    [mail] = arrived(office, smtp_peer).values()
    assert mail["To"] == admin.member.email
    assert b"google" not in b"".join(attached(mail).values())
    body = plan(admin, recipients=[ANNA, BERTA], own_filters={BERTA: BING})
    for place, is_in in ((0, True), (1, False)):
        shown = admin.post(f"{SCHEDULES}/preview?recipient={place}", json={**body, "formats": ["body"]}).json()
        assert ("google" in shown["html"]) is is_in
