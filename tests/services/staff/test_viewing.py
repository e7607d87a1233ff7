"""An administrator looks at the console as another role: sees what it sees, changes nothing, for half an hour."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.staff.access import PREFIX, ROLELESS, staff_routes
from services.staff.models import AuditEntry, Role
from services.staff.sign_in import viewing
from tests.fixtures.staff import StaffClient, state_of
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import households, reserve_many
from tests.services.staff.test_roles_matrix import product
from tests.services.stored import stored


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def admin(make_client: Callable[..., TestClient], staff_client: StaffClient, clock: HeldClock) -> TestClient:
    return staff_client("admin", client=make_client(clock=clock))


def view(browser: TestClient, role: str) -> None:
    answer = browser.post(f"{PREFIX}/session/view", json={"role": role})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["account"]["role"], answer.json()["view"]["role"]) == (role, role)


def test_the_server_masks_and_refuses_as_for_that_role(admin: TestClient, db: Database, clock: HeldClock) -> None:
    reserve_many(db, clock.now, households(1))
    assert "Änne" in admin.get(f"{PREFIX}/reservations?page=1&per_page=25").text
    view(admin, "marketing")
    masked = admin.get(f"{PREFIX}/reservations?page=1&per_page=25")
    assert masked.status_code == 200
    assert "Änne" not in masked.text
    assert admin.get(f"{PREFIX}/accounts").status_code == 403
    assert admin.get(f"{PREFIX}/mails").status_code == 403


def test_every_write_is_refused_but_ending_the_view_and_signing_out(admin: TestClient) -> None:
    view(admin, "staff")
    left = {("DELETE", f"{PREFIX}/session/view"), *ROLELESS}
    writes = [
        (method, path)
        for method, path, _ in staff_routes(product())
        if method not in ("GET", "HEAD") and (method, path) not in left
    ]
    assert len(writes) > 60
    answers = {}
    for method, path in writes:
        address = "".join("1" if part.startswith("{") else part for part in _pieces(path))
        answers[method, path] = admin.request(method, address, json={}).json().get("code")
    assert {one: code for one, code in answers.items() if code != "viewing_only"} == {}


def _pieces(path: str) -> list[str]:
    return [piece for part in path.replace("{", "\0{").replace("}", "}\0").split("\0") for piece in [part] if piece]


def test_it_ends_on_a_press_or_by_itself_and_the_log_knows_both(
    admin: TestClient, db: Database, clock: HeldClock, staff_client: StaffClient
) -> None:
    view(admin, "staff")
    ended = admin.delete(f"{PREFIX}/session/view")
    assert (ended.status_code, ended.json()["view"], ended.json()["account"]["role"]) == (200, None, "admin")
    view(admin, "marketing")
    clock.advance(minutes=29)
    assert admin.get(f"{PREFIX}/accounts").status_code == 403
    clock.advance(minutes=1)
    assert admin.get(f"{PREFIX}/accounts").status_code == 200
    assert state_of(admin).db.write(lambda session: viewing.stop_ended(session, clock.now)) == 1
    log = [(row["action"], row["details"]["role"]) for row in stored(db, AuditEntry) if ".view_" in row["action"]]
    assert log == [
        ("staff.view_started", "staff"),
        ("staff.view_ended", "staff"),
        ("staff.view_started", "marketing"),
        ("staff.view_ended", "marketing"),
    ]
    for role in (Role.STAFF, Role.MARKETING):
        other = staff_client(role.value, client=admin)
        assert other.post(f"{PREFIX}/session/view", json={"role": "staff"}).status_code == 403
    assert admin.post(f"{PREFIX}/session/view", json={"role": "admin"}).status_code == 422
