"""A report waits for the data of the day before, at most three hours; then it leaves and says what it lacks wherever
its figures are read.
"""

import csv
import email
import email.policy
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zipfile import ZipFile

import openpyxl
import pytest
from sqlalchemy import delete

from services.campaigns.models import Campaign, CampaignCost
from services.core.job_queue.queue import NotYet
from services.jobs.models import JobRun
from services.jobs.runner import Runner
from services.mail.models import Mail
from services.reports.freshness import gaps
from services.schedules.errors import RunFailed
from services.schedules.models import ReportArtefact
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import add_visits, visit
from tests.fixtures.smtp import SmtpPeer
from tests.services.reports.kept_calls import reserve
from tests.services.schedules.calls import SCHEDULES, make, plan
from tests.services.schedules.canary import text_of
from tests.services.schedules.office import Office
from tests.services.stored import stored

pytestmark = pytest.mark.usefixtures("probe")
MISSING = "Vorläufig: Kosten von Meta fehlen seit 02.11.2026."


def book(office: Office, last: date, days: int = 10, **campaign: Any) -> None:
    """Costs of a campaign on so many days up to `last`."""
    values = {"utm_source": "facebook", "utm_medium": "paid", "utm_campaign": "herbst", "ends_on": None} | campaign

    def unit(session: Any) -> None:
        row = Campaign(
            name="Herbst", landing_path="/", note="", version=1, created_at=office.clock(), created_by="x", **values
        )
        session.add(row)
        session.flush()
        for back in range(days):
            session.add(_cost(row.id, last - timedelta(days=back), office.clock()))

    office.db.write(unit)


def _cost(campaign: int, day: date, now: datetime) -> CampaignCost:
    return CampaignCost(campaign_id=campaign, day=day, cents=500, note="", created_at=now, created_by="x")


def bring(office: Office, *days: date) -> None:
    """The file with the missing days comes."""
    office.db.write(lambda session: session.add_all([_cost(1, day, office.clock()) for day in days]))


def waiting(office: Office, schedule: int, slot: datetime | None = None) -> NotYet:
    with pytest.raises(NotYet) as early:
        office.run(schedule, slot)
    return early.value


def mails(office: Office) -> int:
    return sum(mail["kind"] == "report_arrived" for mail in stored(office.db, Mail))


def assert_said_everywhere(office: Office, smtp_peer: SmtpPeer) -> None:
    """The one mail and all its files say what is missing."""
    [message] = [email.message_from_bytes(raw, policy=email.policy.default) for raw in smtp_peer.received]
    assert "vorläufig" in message["Subject"]
    for kind in ("plain", "html"):
        part: Any = message.get_body((kind,))  # type: ignore[attr-defined]
        assert MISSING in part.get_content(), kind
    files = stored(office.db, ReportArtefact)
    kept = {one["path"].rpartition(".")[2]: office.settings.data_dir / one["path"] for one in files}
    book = openpyxl.load_workbook(kept["xlsx"])
    assert MISSING in {cell for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row}
    assert "".join(MISSING.lower().split()) in "".join(text_of(kept["pdf"].read_bytes(), "pdf").split())
    with ZipFile(kept["zip"]) as archive:
        notes = [archive.read(name).decode("utf-8-sig") for name in archive.namelist() if "angaben" in name]
    assert notes
    for one in notes:
        assert ["Hinweis", MISSING] in csv.reader(one.splitlines(), delimiter=";")


def test_it_waits_for_costs_and_leaves_as_soon_as_they_are_there(office: Office) -> None:
    book(office, date(2026, 11, 1))
    made = make(office.staff("admin"), formats=["body"])
    slot = office.slot(made["id"])
    assert waiting(office, made["id"], slot).wait == timedelta(minutes=1)
    [run] = office.runs(made["id"])
    assert (run["state"], run["state_words"]) == ("queued", "Wartet auf Kosten von Meta")
    assert datetime.fromisoformat(run["waits_until"]) == datetime(2026, 11, 4, 8, tzinfo=UTC)
    assert mails(office) == 0
    office.clock.advance(minutes=71)
    bring(office, date(2026, 11, 2))
    waiting(office, made["id"], slot)
    bring(office, date(2026, 11, 3))
    office.clock.advance(minutes=1)
    assert office.run(made["id"], slot) == "Berechnet und in den Versand gegeben: 1 Empfänger."
    [run] = office.runs(made["id"])
    note = "Gewartet auf Kosten von Meta bis 04.11.2026, 7:12 Uhr: Alles war da."
    assert (run["note"], run["waits_for"], run["provisional"], run["attempts"]) == (note, None, "", 1)
    assert run["period"] == {"from": "2026-10-28", "to": "2026-11-03"}
    assert office.run(made["id"], slot) == "Schon erledigt."
    assert mails(office) == 1


def test_at_its_time_it_leaves_and_everything_says_what_it_lacks(office: Office, smtp_peer: SmtpPeer) -> None:
    reserve(office.client)
    book(office, date(2026, 11, 1))
    made = make(office.staff("admin"), formats=["body", "pdf", "xlsx", "csv"])
    slot = office.slot(made["id"])
    waiting(office, made["id"], slot)
    office.clock.now = datetime(2026, 11, 4, 7, 59, 30, tzinfo=UTC)
    assert waiting(office, made["id"], slot).wait == timedelta(seconds=30)
    office.send(smtp_peer.url)
    smtp_peer.received.clear()
    office.clock.advance(seconds=30)
    office.run(made["id"], slot)
    office.send(smtp_peer.url)
    [run] = office.runs(made["id"])
    assert run["provisional"] == MISSING
    assert run["note"] == "Gewartet auf Kosten von Meta bis 04.11.2026, 9:00 Uhr: Das kam nicht."
    assert_said_everywhere(office, smtp_peer)
    kept = office.reader().get(f"/api/staff/report-runs/{run['id']}").json()
    assert kept["answer"]["stand"]["provisional"] == MISSING
    bring(office, date(2026, 11, 2), date(2026, 11, 3))
    smtp_peer.received.clear()
    assert office.staff("admin").post(f"{SCHEDULES}/{made['id']}/run").status_code == 202
    assert office.take_up() == 1
    office.send(smtp_peer.url)
    assert [one["provisional"] for one in office.runs(made["id"])] == ["", MISSING]
    last = email.message_from_bytes(smtp_peer.received[-1], policy=email.policy.default)
    assert "vorläufig" not in last["Subject"]


def test_it_survives_a_restart_and_is_sent_once_by_whichever_process_looks(office: Office) -> None:
    """Through the queue of jobs, as in production: each look is by a process that has just started."""
    book(office, date(2026, 11, 1))
    made = make(office.staff("admin"))
    [job] = office.jobs()
    Runner(office.db, office.clock).note_plan([job])
    slot = office.slot(made["id"])
    looks = []
    for _ in range(6):
        runner = Runner(office.db, office.clock)
        runner.attend(job)
        looks.append([runner.take(job, run_id) for run_id, _ in runner.free_runs()])
        [row] = [one for one in stored(office.db, JobRun) if one["job"] == job.name]
        assert (row["state"], row["attempts"], row["scheduled_for"]) == ("queued", 0, slot)
        assert office.finalize() == 0
        office.clock.advance(seconds=61)
    assert [len(taken) for taken in looks] == [0, 1, 1, 1, 1, 1]
    bring(office, date(2026, 11, 2), date(2026, 11, 3))
    first, second = Runner(office.db, office.clock), Runner(office.db, office.clock)
    [(run_id, _)] = first.free_runs()
    assert [first.take(job, run_id), second.take(job, run_id), second.attend(job)] == [True, False, False]
    [row] = [one for one in stored(office.db, JobRun) if one["job"] == job.name]
    assert (row["state"], row["attempts"]) == ("done", 1)
    assert (mails(office), len(office.runs(made["id"]))) == (1, 1)


def test_who_asks_for_it_now_does_not_wait_and_is_told_what_it_lacks(office: Office) -> None:
    book(office, date(2026, 11, 1))
    admin = office.staff("admin")
    made = make(admin)
    office.clock.now = datetime(2026, 11, 4, 7, tzinfo=UTC)
    for what in ("run", "test"):
        assert office.staff("admin").post(f"{SCHEDULES}/{made['id']}/{what}").status_code == 202
        assert office.take_up() == 1
    assert [run["provisional"] for run in office.runs(made["id"])] == [MISSING, MISSING]
    seen = office.staff("admin").post(f"{SCHEDULES}/preview", json=plan(admin, formats=["body"])).json()
    assert MISSING in seen["text"]


def test_paused_while_it_waits_it_is_not_sent(office: Office) -> None:
    book(office, date(2026, 11, 1))
    made = make(office.staff("admin"))
    slot = office.slot(made["id"])
    waiting(office, made["id"], slot)
    office.staff("admin").post(f"{SCHEDULES}/{made['id']}/pause", json={"reason": "Urlaub"})
    with pytest.raises(RunFailed) as failed:
        office.run(made["id"], slot)
    assert failed.value.detail == "Der Zeitplan wurde angehalten, während der Bericht auf Daten wartete."
    assert (mails(office), office.runs(made["id"])[0]["state"]) == (0, "failed")


WAITS = [
    ("last_7_days", 6, date(2026, 11, 3), False),
    ("last_7_days", 6, date(2026, 11, 2), True),
    ("month_to_date", 6, date(2026, 11, 3), False),  # the day it is due is not over
    ("month_to_date", 6, date(2026, 11, 2), True),
    ("last_month", 6, date(2026, 10, 31), False),  # what came after its period is not waited for
    ("last_month", 6, date(2026, 10, 30), True),
    ("last_7_days", 22, date(2026, 11, 2), True),  # its three hours end on the next day
]
"""Period, hour, last day with costs; whether it waits."""


def forget_costs(office: Office) -> None:
    office.db.write(lambda session: [session.execute(delete(one)) for one in (CampaignCost, Campaign)] and None)


def test_it_waits_for_the_day_before_or_the_end_of_its_period(office: Office, subtests: pytest.Subtests) -> None:
    for period, hour, last, waits in WAITS:
        with subtests.test(f"{period}, {hour}, {last}"):
            forget_costs(office)
            book(office, last)
            office.clock.now = datetime(2026, 11, 3, 10, tzinfo=UTC)
            timing = {"kind": "daily", "time": f"{hour:02}:00", "weekdays": [], "month_day": None}
            made = make(office.staff("admin"), period=period, timing=timing)
            slot = office.clock.now = datetime(2026, 11, 4, hour - 1, tzinfo=UTC)
            if waits:
                waiting(office, made["id"], slot)
                [run] = office.runs(made["id"])
                assert datetime.fromisoformat(run["waits_until"]) == slot + timedelta(hours=3)
                office.clock.now = slot + timedelta(hours=3)
            assert office.run(made["id"], slot) == "Berechnet und in den Versand gegeben: 1 Empfänger."


META = ["Kosten von Meta fehlen seit 02.11.2026"]
GAPS: list[tuple[dict[str, Any], int, date, list[str]]] = [
    ({}, 10, date(2026, 11, 3), []),
    ({}, 10, date(2026, 11, 1), META),
    ({"utm_source": "zeitung"}, 10, date(2026, 11, 1), ["Kosten von zeitung fehlen seit 02.11.2026"]),
    ({}, 6, date(2026, 11, 1), []),  # a poster: not delivered day by day
    ({"ends_on": date(2026, 11, 1)}, 10, date(2026, 11, 1), []),  # over
    ({"ends_on": date(2026, 11, 2)}, 10, date(2026, 11, 1), META),
    ({}, 10, date(2026, 7, 1), []),  # no longer used
]
"""A campaign, its days with costs and the last of them; what is missing on 4 November."""


def test_only_a_source_that_delivers_day_by_day_and_has_not_ended_is_waited_for(
    office: Office, subtests: pytest.Subtests
) -> None:
    for campaign, days, last, expected in GAPS:
        forget_costs(office)
        book(office, last, days, **campaign)
        with subtests.test(f"{campaign}, {days}, {last}"), office.db.read() as session:
            found = gaps(session, date(2026, 11, 30), datetime(2026, 11, 4, 5, tzinfo=UTC))
            assert [gap.words for gap in found] == expected


def carry(office: Office) -> None:
    """The store takes over what is committed, as its job does every five minutes."""
    StoreIngest(office.db, store_of(office.settings), office.clock).run()


@pytest.mark.parametrize(
    ("days", "is_carried", "waits"),
    [
        ((), False, False),  # nobody ever came
        ((1,), True, False),  # nobody came on the 2nd and the 3rd
        ((1, 3), False, True),
        ((4,), False, False),  # of the day that is not over
    ],
)
def test_it_waits_for_the_store_to_carry_the_visits_and_not_for_a_visit(
    office: Office, days: tuple[int, ...], is_carried: bool, waits: bool
) -> None:
    made = make(office.staff("admin"))
    if days:
        add_visits(office.db, [visit(datetime(2026, 11, day, 3, tzinfo=UTC)) for day in days])
    slot = office.slot(made["id"])
    assert slot == datetime(2026, 11, 4, 5, tzinfo=UTC)
    if is_carried:
        carry(office)
    if waits:
        waiting(office, made["id"], slot)
        assert office.runs(made["id"])[0]["state_words"] == "Wartet auf die Übernahme der Besuche"
        carry(office)
        office.clock.advance(minutes=1)
    assert office.run(made["id"], slot) == "Berechnet und in den Versand gegeben: 1 Empfänger."
    [run] = office.runs(made["id"])
    note = "Gewartet auf die Übernahme der Besuche bis 04.11.2026, 6:01 Uhr: Alles war da." if waits else None
    assert (run["note"], run["provisional"]) == (note, "")


def test_visits_that_the_store_never_carries_count_all_the_same_after_three_hours(office: Office) -> None:
    made = make(office.staff("admin"), period="yesterday")
    add_visits(office.db, [visit(datetime(2026, 11, 3, 9, tzinfo=UTC))])
    slot = office.slot(made["id"])
    waiting(office, made["id"], slot)
    office.clock.now = slot + timedelta(hours=3)
    assert office.run(made["id"], slot) == "Berechnet und in den Versand gegeben: 1 Empfänger."
    [run] = office.runs(made["id"])
    waited = "Gewartet auf die Übernahme der Besuche bis 04.11.2026, 9:00 Uhr: Das kam nicht."
    assert run["note"] == f"{waited} Die Besuche sind trotzdem alle gezählt."
    kept = office.reader().get(f"/api/staff/report-runs/{run['id']}").json()["answer"]
    assert kept["tables"]["days"]["rows"] == [{"day": "2026-11-03", "sessions": 1}]
    assert run["provisional"] == "", "reports count what is committed, so nothing is missing in it"


def test_a_report_on_the_screen_says_which_of_its_data_are_missing(office: Office) -> None:
    book(office, date(2026, 11, 1))
    marketing = office.staff("marketing")

    def told(report: str, last: str) -> str:
        answer = marketing.get(f"/api/staff/reports/{report}", params={"from": "2026-10-20", "to": last})
        words: str = answer.json()["stand"]["provisional"]
        return words

    assert told("overview", "2026-11-04") == MISSING
    assert told("overview", "2026-11-01") == ""
    assert told("referrals", "2026-11-04") == ""
    bring(office, date(2026, 11, 2), date(2026, 11, 3))
    assert told("overview", "2026-11-04") == ""
    add_visits(office.db, [visit(datetime(2026, 11, 1, 9, tzinfo=UTC), visitor=1)])
    assert told("overview", "2026-11-04") == "", "a day without a visit is no gap"
