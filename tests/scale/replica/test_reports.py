"""Reports and exports read the standby, say how old it is, and read the primary where it cannot be used."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest

from services.core.clock import utc_now
from services.core.db import replica as measuring
from tests.fixtures.clusters import wait_until
from tests.fixtures.proved import proved
from tests.scale.replica.conftest import REPORT, MakeOffice, Office

_ROWS = re.compile(r"(?:statement|execute [^:]*): .*FROM (?:reservations|store_files|campaign_costs|visits)\b")


@pytest.fixture
def office(make_office: MakeOffice) -> Office:
    return make_office()


def heavy_reads(office: Office, before: str) -> list[str]:
    """Statements that the primary has run since, by which a report reads its rows."""
    return _ROWS.findall(office.pair.primary.log.removeprefix(before))


def test_a_report_reads_the_standby_and_nothing_of_it_the_primary(office: Office) -> None:
    office.reserve(2)
    before = office.pair.primary.log
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"], stand["provisional"]) == (2, 0, "")
    assert heavy_reads(office, before) == []
    assert "replica_unused" not in office.warnings()


def test_without_a_replica_the_same_statements_reach_the_primary(make_office: MakeOffice) -> None:
    """What the test before counts is there to be counted."""
    office = make_office(replica_url="")
    before = office.pair.primary.log
    assert office.stand()["behind_seconds"] is None
    assert heavy_reads(office, before) != []


def test_what_was_written_just_before_is_in_the_report(office: Office) -> None:
    """The reader waits for the standby, which takes milliseconds: many times in a row nothing is missing."""
    for count in range(1, proved(5, 61)):
        office.reserve()
        stand = office.stand()
        assert (stand["reservations"], stand["behind_seconds"]) == (count, 0)


@pytest.mark.sample(0)
def test_a_standby_that_stands_still_shows_the_older_figures_and_says_how_old_they_are(office: Office) -> None:
    office.reserve()
    assert office.stand()["reservations"] == 1
    office.pair.pause()
    office.reserve(2)
    reserved_at = utc_now()
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"] >= 1) == (1, True)
    seconds = stand["behind_seconds"]
    lag = "1 Sekunde" if seconds == 1 else f"{seconds} Sekunden"
    assert stand["provisional"] == f"Vorläufig: die Lesekopie lag {lag} zurück."
    assert datetime.fromisoformat(stand["at"]) <= reserved_at
    office.pair.resume()
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"], stand["provisional"]) == (3, 0, "")


@pytest.mark.sample(0)
def test_a_standby_cut_off_from_its_primary_grows_old(office: Office) -> None:
    """It has applied all that it received, and would call itself up to date."""
    office.reserve()
    office.stand()
    standby = office.pair.standby
    standby.set(primary_conninfo="host=127.0.0.1 port=1 user=nobody")
    wait_until(lambda: standby.do("SELECT count(*) FROM pg_stat_wal_receiver") == 0, "the standby is cut off")
    office.pair.expect_nothing()
    office.reserve()
    assert standby.do("SELECT pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()")
    first = office.stand()
    assert (first["reservations"], first["behind_seconds"] >= 1) == (1, True)
    wait_until(lambda: office.stand()["behind_seconds"] > first["behind_seconds"], "it grows older")


@pytest.mark.sample(0)
def test_an_idle_primary_does_not_make_its_standby_old(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written for longer than the bound, and it is read all the same."""
    monkeypatch.setattr(measuring, "LONGEST_BEHIND", timedelta(seconds=0.4))
    office.reserve()
    office.stand()
    begun = utc_now()
    wait_until(lambda: utc_now() - begun > timedelta(seconds=1), "a second passes")
    assert office.stand()["behind_seconds"] == 0


def test_a_standby_older_than_the_bound_is_not_read(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    office.reserve()
    office.stand()
    monkeypatch.setattr(measuring, "LONGEST_BEHIND", timedelta(seconds=0.4))
    office.pair.pause()
    office.reserve()
    office.wait_until_replica_is("behind")
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"], stand["provisional"]) == (2, None, "")
    assert "replica_unused" in office.warnings()


@pytest.mark.sample(0)
def test_a_killed_standby_is_replaced_by_the_primary_and_used_again_later(office: Office) -> None:
    office.reserve()
    assert office.stand()["behind_seconds"] == 0
    office.pair.standby.kill()
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"]) == (1, None)
    office.wait_until_replica_is("away")
    assert "replica_unused" in office.warnings()
    [line] = [one for one in findings(office) if one["name"] == "replica"]
    assert (line["level"], line["words"]) == (
        "fault",
        "Die Lesekopie antwortet nicht. Berichte und Exporte lesen so lange den Hauptserver.",
    )
    office.reserve()
    assert office.stand()["reservations"] == 2
    office.pair.standby.start()
    office.wait_until_replica_is(None)
    assert office.stand()["behind_seconds"] == 0
    assert "replica_unused" not in office.warnings()


@pytest.mark.sample(0)
def test_a_standby_that_hangs_holds_no_report_up(office: Office) -> None:
    """It takes the question and never answers it."""
    office.reserve()
    assert office.stand()["behind_seconds"] == 0
    office.pair.expect_nothing()
    with office.pair.standby.frozen():
        stand = office.stand()
        assert (stand["reservations"], stand["behind_seconds"]) == (1, None)
    office.wait_until_replica_is(None)
    wait_until(lambda: office.stand()["behind_seconds"] == 0, "it is read again")


@pytest.mark.sample(0)
def test_a_file_of_a_report_says_how_old_its_rows_are(office: Office) -> None:
    office.reserve()
    office.stand()
    office.pair.pause()
    office.reserve()
    assert office.stand()["behind_seconds"] >= 1
    answer = office.staff.get(f"{REPORT}/files/totals.angaben")
    assert "Vorläufig: die Lesekopie lag " in answer.content.decode("utf-8-sig")


def findings(office: Office) -> list[dict[str, Any]]:
    """The lines of the page „Zustand“."""
    answer = office.staff.get("/api/staff/state")
    assert answer.status_code == 200, answer.text
    return answer.json()["data"]  # type: ignore[no-any-return]
