"""Saved views: own and of the team."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from services.reservations.models import FILTERS
from tests.fixtures.staff import StaffClient

pytestmark = pytest.mark.usefixtures("database_url")
VIEWS = "/api/staff/views"
DEFINITION = {"filters": {"state": ["reserved"], "q": "müller"}, "sort": "last_name", "order": "asc", "columns": ["id"]}
OPEN = {"filters": {"state": ["reserved"]}, "sort": "created_at", "order": "asc", "columns": ["id"]}


def saved(client: TestClient, **changes: Any) -> dict[str, Any]:
    body = {"resource": "reservations", "name": "Offene", "is_team": False, "definition": DEFINITION} | changes
    answer = client.post(VIEWS, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def names(client: TestClient) -> list[tuple[str, bool]]:
    page = client.get(VIEWS, params={"resource": "reservations"}).json()
    return [(view["name"], view["is_mine"]) for view in page["data"]]


def test_own_views_are_private_and_views_of_the_team_are_everybodys(staff_client: StaffClient) -> None:
    clerk, colleague = staff_client("staff"), staff_client("marketing")
    own = saved(clerk)
    assert own["definition"] == DEFINITION
    saved(clerk, name="Für alle", is_team=True, definition=OPEN)
    assert names(clerk) == [("Für alle", True), ("Offene", True)]
    assert names(colleague) == [("Für alle", False)]
    for answer in (
        colleague.patch(f"{VIEWS}/{own['id']}", json={"name": "Meine"}),
        colleague.delete(f"{VIEWS}/{own['id']}"),
        clerk.patch(f"{VIEWS}/999", json={"name": "Keine"}),
    ):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


PERSONAL: list[dict[str, Any]] = [
    {"filters": {"q": "kowalska"}}, {"filters": {"tag": "x"}}, {"filters": {"spot_number": 7}},
    *({"filters": {one.column: "E.ON"}} for one in FILTERS), {"sort": "last_name"}, {"sort": "spot_number"},
]  # fmt: skip


def test_a_view_that_looks_for_a_person_is_not_for_marketing(staff_client: StaffClient) -> None:
    clerk, marketer = staff_client("staff"), staff_client("marketing")
    own = saved(marketer, definition=OPEN)
    for number, definition in enumerate(PERSONAL):
        saved(clerk, name=f"Klärfall {number}", is_team=True, definition=definition)
        body = {"resource": "reservations", "name": "Neu", "definition": definition}
        for refused in (
            marketer.post(VIEWS, json=body),
            marketer.patch(f"{VIEWS}/{own['id']}", json={"definition": definition}),
        ):
            assert (refused.status_code, refused.json()["code"]) == (403, "personal_search"), definition
    assert len(names(clerk)) == len(PERSONAL)
    assert names(marketer) == [("Offene", True)]


def test_a_view_of_the_team_is_changed_by_its_owner_or_an_admin(staff_client: StaffClient) -> None:
    clerk, colleague, admin = staff_client("staff"), staff_client("staff"), staff_client("admin")
    view = saved(clerk, is_team=True)
    refused = colleague.patch(f"{VIEWS}/{view['id']}", json={"name": "Anders"})
    assert (refused.status_code, refused.json()["code"]) == (403, "not_owner")
    assert admin.patch(f"{VIEWS}/{view['id']}", json={"name": "Anders"}).json()["name"] == "Anders"
    assert clerk.patch(f"{VIEWS}/{view['id']}", json={"is_team": False}).json()["is_team"] is False
    assert names(colleague) == []
    assert clerk.delete(f"{VIEWS}/{view['id']}").status_code == 204
    assert names(clerk) == []


UNFIT: list[tuple[dict[str, Any], str]] = [
    ({"name": ""}, "name"),
    ({"name": "x" * 81}, "name"),
    ({"resource": "unknown"}, "resource"),
    ({"definition": {"filters": {"nonsense": 1}}}, "definition"),
    ({"definition": {"filters": {"state": ["lost"]}}}, "definition"),
    ({"definition": {"sort": "nonsense"}}, "definition"),
    ({"definition": {"colour": "red"}}, "definition"),
]


def test_what_fits_no_list_is_refused(staff_client: StaffClient) -> None:
    clerk = staff_client("staff")
    for changes, field in UNFIT:
        body = {"resource": "reservations", "name": "Offene", "definition": DEFINITION} | changes
        answer = clerk.post(VIEWS, json=body)
        assert (answer.status_code, [error["field"] for error in answer.json()["errors"]]) == (422, [field]), changes


@pytest.mark.both_databases
def test_a_name_is_given_once_by_each(staff_client: StaffClient) -> None:
    clerk = staff_client("staff")
    saved(clerk)
    other = saved(clerk, name="Zweite")
    body = {"resource": "reservations", "name": "Offene", "definition": {}}
    for answer in (clerk.post(VIEWS, json=body), clerk.patch(f"{VIEWS}/{other['id']}", json={"name": "Offene"})):
        assert answer.json()["errors"][0]["code"] == "name_taken"
    saved(staff_client("staff"))
