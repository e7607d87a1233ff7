"""Lists of reservations as staff see them: search, filters, sorts, pages."""

import pytest
from starlette.testclient import TestClient

from tests.factories import reservation_body
from tests.fixtures.staff import StaffClient

pytestmark = pytest.mark.both_databases(sample="postgresql")

RESERVE = "/functions/v1/reserve-spot"
LIST = "/api/staff/reservations"


def reserve(client: TestClient, **changes: object) -> dict[str, object]:
    answer = client.post(RESERVE, json=reservation_body(**changes))
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_reservation_stands_in_the_list_at_once(client: TestClient, staff_client: StaffClient) -> None:
    made = reserve(client)
    clerk = staff_client("staff")
    for params in (
        {},
        {"q": "mueller"},
        {"q": "anne muller"},
        {"state": "reserved"},
        {"state": "reserved,ended", "sort": "last_name"},
    ):
        answer = clerk.get(LIST, params=params)
        assert answer.status_code == 200, answer.text
        page = answer.json()
        assert [row["reference"] for row in page["data"]] == [made["reference"]], params
        assert (page["total"], page["has_next"]) == (1, False)
    row = page["data"][0]
    shown = clerk.get(f"{LIST}/{row['id']}")
    assert shown.status_code == 200, shown.text
    assert (row["updated_by_name"], shown.json()["updated_by_name"]) == ("Haushalt", "Haushalt")
    saved = clerk.patch(f"{LIST}/{row['id']}", json={"version": 1, "last_name": "Meier", "tags": ["b", "a "]})
    assert saved.status_code == 200, saved.text
    assert saved.json()["updated_by_name"] == clerk.get(LIST).json()["data"][0]["updated_by_name"] == "Kim Staff"
    assert clerk.get(LIST, params={"q": "mueller", "tag": "a"}).json()["total"] == 1, "the address still says so"
    assert clerk.get(f"{LIST}/facets").json()["tag"] == ["a", "b"]
    assert clerk.get(LIST, params={"nonsense": "1"}).status_code == 422
    assert clerk.patch(f"{LIST}/{row['id']}", json={"version": 1, "tags": ["x"]}).json()["current"]["version"] == 2
    assert clerk.get(f"{LIST}/count", params={"q": "meier"}).json() == {"count": 1}
    assert clerk.post(f"{LIST}/{row['id']}/reveal", json={"field": "phone"}).json() == {"value": "+49 170 1234567"}
    masked = staff_client("marketing").get(f"{LIST}/{row['id']}").json()
    assert (masked["last_name"], masked["updated_by_name"]) == (None, None)
