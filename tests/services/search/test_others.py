"""The one search finds people who have no reservation, and shows nothing that lists mask."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.contact.models import ContactMessage
from services.core.db.db import Database
from services.declarations.models import Declaration
from services.messages.models import Conversation
from services.staff.models import AuditEntry
from tests.factories import contact_body
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.declarations.forms import shell
from tests.services.held_clock import HeldClock
from tests.services.search.people import bring_others
from tests.services.stored import execute, stored
from tests.services.waiting_list.line import Line, open_small_park

pytestmark = pytest.mark.both_databases
SEARCH = "/api/staff/search"


@pytest.fixture
def line(make_client: MakeClient, db: Database, tmp_path: Path) -> Line:
    """A full park; Norbert Weiß waits, Jana von der Au wrote twice, Mehmet Süß withdrew."""
    open_small_park(db, spots=1, kwh=None)
    clock = HeldClock()
    line = Line(make_client(site=shell(tmp_path / "site"), clock=clock, rate_limits="off"), db, clock, tmp_path)
    line.fill(3000)
    bring_others(line)
    return line


@pytest.fixture
def clerk(staff_client: StaffClient, line: Line) -> TestClient:
    return staff_client("staff", client=line.client)


def found(clerk: TestClient, typed: str) -> list[dict[str, Any]]:
    answer = clerk.get(SEARCH, params={"q": typed})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["others"])


def test_each_is_found_by_its_own_reference_whole_or_in_part(clerk: TestClient, line: Line) -> None:
    for table, kind in (
        (Conversation, "conversation"),
        (ContactMessage, "conversation"),
        (Declaration, "declaration"),
    ):
        reference = stored(line.db, table)[0]["reference"]
        for typed in (reference, reference.lower().replace("-", ""), reference[3:]):
            [hit] = found(clerk, typed)
            assert (hit["kind"], hit["matches"][-1]["kind"]) == (kind, "reference"), typed


def test_addresses_and_numbers_stay_masked_until_somebody_asks_which_is_put_on_record(
    clerk: TestClient, line: Line
) -> None:
    [hit] = found(clerk, "von der Au")
    assert (hit["kind"], hit["email"]) == ("conversation", "j•••@example.com")
    path = f"/api/staff/conversations/{hit['id']}"
    listed, shown = clerk.get("/api/staff/conversations"), clerk.get(path)
    assert shown.json()["contact"]["phone"] == "•••• 8899"
    for answer in (listed, shown):
        assert "jana.aumann" not in answer.text and "778899" not in answer.text
    given = [clerk.post(f"{path}/reveal", json={"field": field}).json() for field in ("email", "phone")]
    assert given == [{"value": "jana.aumann@example.com"}, {"value": "0841 778899"}]
    noted = [row for row in stored(line.db, AuditEntry) if row["action"] == "conversation.revealed"]
    assert [(row["subject"], row["details"]["field"]) for row in noted] == [
        (f"conversation:{hit['id']}", "email"),
        (f"conversation:{hit['id']}", "phone"),
    ]


def test_what_belongs_to_a_household_that_is_found_is_not_told_a_second_time(clerk: TestClient, line: Line) -> None:
    body = contact_body(name="Anna Pa", email="platz1@example.org")
    assert line.client.post("/api/contact", json=body).status_code == 200
    whole = clerk.get(SEARCH, params={"q": "platz1@example.org"}).json()
    assert (whole["total"], whole["others"]) == (1, [])
    [reference] = [row["reference"] for row in clerk.get("/api/staff/conversations").json()["data"]
                   if row["household"]]  # fmt: skip
    assert [one["kind"] for one in found(clerk, reference)] == ["conversation"]


def test_a_reference_run_together_is_found_though_two_of_its_letters_look_like_an_umlaut(
    clerk: TestClient, line: Line
) -> None:
    execute(line.db.engine, "UPDATE conversations SET reference = 'NA-ECE4-4CNG' WHERE id = 1")
    for typed in ("naece44cng", "NA-ECE4-4CNG", "ece44cng"):
        assert [one["kind"] for one in found(clerk, typed)] == ["conversation"], typed
