"""A value is read from the one place it belongs to, and of two in one place always the same one counts."""

import pytest
from starlette.testclient import TestClient

from tests.fixtures.staff import COOKIE, PASSWORD, Member, StaffClient, own_page_client
from tests.services.staff.steps import SESSION, Desk, refusal

LIST = "/api/staff/reservations"


def test_address_body_cookie_and_header_are_apart(desk: Desk, member: Member) -> None:
    typed = {"email": member.email, "password": PASSWORD}
    assert desk.browser().post(SESSION, params=typed, json={}).status_code in (401, 422)
    assert refusal(desk.browser().get(SESSION, params={COOKIE: member.token})) == (401, "signed_out")
    assert refusal(desk.browser().get(SESSION, headers={COOKIE: member.token})) == (401, "signed_out")
    assert refusal(desk.browser().get(SESSION, headers={"Authorization": f"Bearer {member.token}"}))[0] == 401
    assert desk.browser(member.token).get(SESSION, params={"role": "admin"}).json()["account"]["role"] == "staff"


@pytest.mark.parametrize(("first", "last", "status"), [("5", "500", 422), ("500", "5", 200)])
def test_of_a_value_given_twice_the_last_is_checked_and_counts(
    first: str, last: str, status: int, client: TestClient, staff_client: StaffClient
) -> None:
    clerk = staff_client("staff")
    assert clerk.get(f"{LIST}?per_page={first}&per_page={last}").status_code == status
    assert own_page_client(client).get(f"{LIST}?per_page={last}").status_code == 401


def test_a_name_given_twice_in_a_body_is_its_last_value_for_check_and_use(desk: Desk, member: Member) -> None:
    browser = desk.browser(member.token)
    answer = browser.patch("/api/staff/profile", content=b'{"name": "Erste", "name": "Zweite"}')
    assert (answer.status_code, answer.json()["name"]) == (200, "Zweite")
    refused = browser.patch("/api/staff/profile", content=b'{"name": "Gut", "name": ""}')
    assert refusal(refused) == (422, "validation")
    assert browser.get(SESSION).json()["account"]["name"] == "Zweite"
