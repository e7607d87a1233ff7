"""A standby cancels what stands in the way of applying changes, or names files that are gone: every answer is right."""

import csv
from collections.abc import Callable, Collection
from io import StringIO
from typing import Any

import pytest
from sqlalchemy import text

from analytics.engine import warehouse
from analytics.engine.snapshots import Snapshot
from analytics.engine.state import State, read_state
from services.core.telemetry.measures import LONG_READS
from services.reservations.listing import export as exported
from tests.fixtures.clusters import Cluster
from tests.scale.replica.conftest import MakeOffice, Office, Pair


@pytest.fixture
def office(make_office: MakeOffice, pair: Pair) -> Office:
    """On a standby that cancels at once, instead of after thirty seconds."""
    pair.standby.set(max_standby_streaming_delay="0")
    return make_office()


def clean_up(pair: Pair, name: str) -> None:
    """Rows that a snapshot still sees are removed on the primary, and then on the standby."""
    pair.primary.do("UPDATE parks SET name = name", name)
    pair.primary.do("VACUUM (FREEZE) parks", name)
    pair.primary.do("UPDATE parks SET name = name", name)  # its commit sends what VACUUM has left in memory
    pair.standby.has_caught_up_with(pair.primary)


def cancelled(standby: Cluster, name: str) -> int:
    return int(standby.do(f"SELECT confl_snapshot FROM pg_stat_database_conflicts WHERE datname = '{name}'"))


@pytest.fixture
def conflict(office: Office, name: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """`conflict(2)`: the next two reports that read the standby meet one, after their snapshot was taken."""

    def times(count: int) -> None:
        left = [count]

        def then_conflict(picture: Snapshot, wanted: Collection[str]) -> State:
            state = read_state(picture, wanted)
            if left[0] and picture.rows("SELECT pg_is_in_recovery()")[0][0]:
                left[0] -= 1
                clean_up(office.pair, name)
            return state

        monkeypatch.setattr(warehouse, "read_state", then_conflict)

    return times


@pytest.mark.sample(1)
@pytest.mark.parametrize(("times", "behind"), [(1, 0), (9, None)])
def test_a_report_that_the_standby_cancels_is_computed_again(
    office: Office, name: str, conflict: Callable[[int], None], times: int, behind: int | None
) -> None:
    """Once more on the standby, and then on the primary."""
    office.reserve(3)
    before = cancelled(office.pair.standby, name)
    conflict(times)
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"]) == (3, behind)
    assert cancelled(office.pair.standby, name) - before == min(times, 2)


@pytest.mark.sample(0)
def test_files_that_only_the_standby_still_names_send_the_report_to_the_primary(
    office: Office, name: str, database_url: str
) -> None:
    """As when they were merged and deleted while it lagged behind."""
    office.reserve()
    office.pair.standby.has_caught_up_with(office.pair.primary)
    named = (
        "INSERT INTO store_files (dataset, month, path, first_written_in, first_id, last_written_in, last_id, rows, "
        "bytes, sha256, first_day, last_day, created_at) "
        "VALUES ('visits', '2026-10', 'visits/month=2026-10/gone.parquet', 1, 1, 2, 2, 1, 1, 'x', "
        "'2026-10-01', '2026-10-01', now())"
    )
    office.pair.primary.do(named, name)
    office.pair.standby.has_caught_up_with(office.pair.primary)
    office.pair.pause()
    office.pair.primary.do("DELETE FROM store_files", name)
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"]) == (1, None)


def exported_rows(office: Office) -> list[dict[str, str]]:
    made = office.staff.post("/api/staff/exports", json={"resource": "reservations", "format": "csv"})
    assert made.status_code == 200, made.text
    answer = office.staff.get(made.json()["download"])
    assert answer.status_code == 200, answer.text
    lines = answer.content.decode("utf-8-sig")
    return list(csv.DictReader(StringIO(lines), delimiter=";"))


def reads(server: str) -> float:
    return float(LONG_READS.labels(server)._value.get())


def test_an_export_reads_the_standby(office: Office) -> None:
    office.reserve(2)
    before = office.pair.primary.log
    read = reads("replica")
    assert len(exported_rows(office)) == 2
    assert reads("replica") - read == 1
    rows_read = [
        line for line in office.pair.primary.log.removeprefix(before).splitlines() if "reservations.iban" in line
    ]
    assert rows_read == []


def test_an_export_has_what_was_saved_just_before_or_comes_from_the_primary(office: Office) -> None:
    office.reserve()
    assert len(exported_rows(office)) == 1
    office.pair.pause()
    office.reserve()
    read = reads("primary")
    assert len(exported_rows(office)) == 2
    assert reads("primary") - read == 1


# psycopg does not close the cursor of a connection that the server has ended.
@pytest.mark.sample(0)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_export_that_the_standby_cancels_before_it_begins_comes_whole(
    office: Office, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.reserve(2)
    tried: list[bool] = []
    table = exported.ExportIn.table

    def then_conflict(self: Any, session: Any, *given: Any) -> Any:
        made = table(self, session, *given)
        tried.append(session.scalar(text("SELECT pg_is_in_recovery()")))
        if tried[-1]:
            clean_up(office.pair, name)
        return made

    monkeypatch.setattr(exported.ExportIn, "table", then_conflict)
    assert len(exported_rows(office)) == 2
    assert tried == [True, True, False]
    entries = office.staff.get("/api/staff/audit", params={"action": "export.fetched"}).json()
    assert len(entries["data"]) == 1
