"""A form that is saved as it was shown changes no column of anything."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from services.parks.schemas import ParkPatch
from services.reservations.desk.inputs import ReservationEditIn
from tests.fixtures.staff import StaffClient
from tests.services.contracts.orders import Orders
from tests.services.contracts.test_pairs import Life, everything

_PARK: Final = "/api/staff/parks/ingolstadt"
_OF_CALLERS: Final = ("staff_sessions", "household_sessions", "rate_limits")
"""That somebody called is noted; no form shows it."""


def contact(orders: Orders, _clerk: TestClient) -> Response:
    shown = orders.house.show().json()["reservation"]
    return orders.house.call("reservation/contact", **{
        name: shown[name] for name in ("first_name", "last_name", "mobile_phone", "version")
    })  # fmt: skip


def share(orders: Orders, _clerk: TestClient) -> Response:
    figures = orders.house.show().json()["reservation"]["figures"]
    kwh, plan = figures["annual_kwh"], figures["payment_plan"]
    body = {"annual_kwh": kwh, "payment_plan": plan, "known_kwh": kwh, "known_plan": plan}
    return orders.house.call("reservation/share", **body)


def order_again(orders: Orders, _clerk: TestClient) -> Response:
    return orders.call()


def record(orders: Orders, clerk: TestClient) -> Response:
    """Each field of the record that a clerk can edit, as it is stored."""
    row = orders.house.row()
    shown = clerk.get(f"/api/staff/reservations/{row.id}").json()
    of_form = set(ReservationEditIn.model_fields) - {"version", "email", "mobile_phone"}
    body = {name: shown[name] for name in sorted(of_form & set(shown))}
    assert len(body) > 8
    body |= {"version": shown["version"], "email": row.email, "mobile_phone": row.mobile_phone}
    return clerk.patch(f"/api/staff/reservations/{row.id}", json=body)


def park(_orders: Orders, clerk: TestClient) -> Response:
    shown = clerk.get(_PARK).json()
    body = {name: shown[name] for name in ParkPatch.model_fields if name in shown and shown[name] is not None}
    assert len(body) > 8
    return clerk.patch(_PARK, json=body)


def connection(_orders: Orders, clerk: TestClient) -> Response:
    return clerk.post(f"{_PARK}/connection", json={"connected_on": "2026-11-03"})


FORMS: Final[dict[str, Callable[[Orders, TestClient], Response]]] = {
    one.__name__: one for one in (contact, share, order_again, record, park, connection)
}


@pytest.mark.parametrize("form", FORMS)
def test_a_form_that_is_saved_as_it_was_shown_changes_nothing(
    orders: Orders, staff_client: StaffClient, form: str
) -> None:
    orders.decide("24m")
    clerk = staff_client("admin", client=orders.house.client)
    if form == "order_again":
        orders.order()
    if form == "connection":
        assert connection(orders, clerk).status_code == 200
    before = _shown(orders)
    answer = FORMS[form](orders, clerk)
    assert answer.status_code == 200, answer.text
    assert _shown(orders) == before


def _shown(orders: Orders) -> dict[str, list[Any]]:
    return {name: rows for name, rows in everything(Life(orders)).items() if name not in _OF_CALLERS}
