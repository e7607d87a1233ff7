"""What runs have computed is shared by both servers, and never shown for another state."""

from datetime import datetime
from typing import Any

import pytest

from analytics.definitions import definitions
from services.core.clock import berlin_day, utc_now
from services.reports.kept import keep
from services.reports.kept.keep import marks_of
from services.reports.parameters import read_parameters
from services.reports.run import ReportContext
from services.store.place import store_of
from tests.fixtures.clusters import wait_until
from tests.fixtures.staff import state_of
from tests.scale.replica.conftest import MakeOffice, Office

RUNS = "/api/staff/report-runs"


@pytest.fixture
def office(make_office: MakeOffice) -> Office:
    return make_office()


@pytest.fixture
def direct(make_office: MakeOffice, office: Office) -> Office:
    """The same product in the same process, on the primary alone."""
    return make_office(replica_url="")


@pytest.mark.sample(0)
def test_one_state_has_one_version_whichever_server_is_read(office: Office, direct: Office) -> None:
    office.reserve(2)
    of_replica, of_primary = office.stand(), direct.stand()
    assert (of_replica["behind_seconds"], of_primary["behind_seconds"]) == (0, None)
    assert of_replica["version"] == of_primary["version"]


@pytest.mark.sample(0)
def test_an_older_server_neither_gets_nor_replaces_what_is_newer(office: Office, direct: Office) -> None:
    """Both read in turn, through one cache: each shows its own rows each time, and their versions differ."""
    office.reserve()
    assert office.stand()["reservations"] == 1
    office.pair.pause()
    office.reserve(2)
    seen = [(one.stand()) for one in (direct, office, direct, office)]
    assert [stand["reservations"] for stand in seen] == [3, 1, 3, 1]
    newer, older, newer_again, older_again = (stand["version"] for stand in seen)
    assert (newer == newer_again, older == older_again, newer != older) == (True, True, True)


def kept(office: Office) -> dict[str, Any]:
    answer = office.staff.post(RUNS, json={"report": "overview", "parameters": {}, "label": "Stand"})
    assert answer.status_code in (200, 201), answer.text
    return answer.json()  # type: ignore[no-any-return]


@pytest.mark.sample(0)
def test_a_kept_run_of_an_older_server_says_so_and_explains_what_came_later(office: Office) -> None:
    """Its marks are those of the server it was read from: what that lacked counts as a later change."""
    office.reserve()
    office.stand()
    office.pair.pause()
    office.reserve(2)
    wait_until(lambda: (office.stand()["behind_seconds"] or 0) >= 1, "the standby is a second behind")
    run = kept(office)
    stand = run["stand"]
    assert (stand["reservations"], stand["behind_seconds"] >= 1) == (1, True)
    assert stand["provisional"].startswith("Vorläufig: die Lesekopie lag ")
    assert datetime.fromisoformat(stand["at"]) < datetime.fromisoformat(run["created_at"])
    office.pair.resume()
    changes = office.staff.get(f"{RUNS}/{run['id']}/changes").json()
    assert changes["happened"], changes
    assert office.stand()["reservations"] == 3


@pytest.mark.sample(0)
def test_what_a_schedule_sends_says_how_old_it_is_and_has_matching_marks(office: Office) -> None:
    """As a run of a schedule computes it, with what mail, PDF and files print of their basis."""
    office.reserve()
    office.stand()
    office.pair.pause()
    before = newest_entry(office)
    office.reserve(2)
    wait_until(lambda: (office.stand()["behind_seconds"] or 0) >= 1, "the standby is a second behind")
    now = utc_now()
    context = ReportContext(office.db, store_of(state_of(office.client).settings), now)
    definition = definitions()["overview"]
    marks, answer = keep.computed(context, definition, read_parameters(definition, [], berlin_day(now)))
    assert marks.audit == before
    assert answer.stand.provisional.startswith("Vorläufig: die Lesekopie lag ")
    assert (answer.stand.reservations, answer.stand.at < now) == (1, True)


def newest_entry(office: Office) -> int:
    with office.db.read() as session:
        return marks_of(session).audit
