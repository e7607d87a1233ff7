"""The spots of a park as the pilot page draws them."""

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.factories import reservation_body
from tests.services.stored import set_spots

pytestmark = pytest.mark.both_databases

ROUTE = "/api/parks/ingolstadt/spots"


def reserve(client: TestClient, count: int) -> None:
    """So many households, each with an address of its own."""
    for number in range(count):
        body = reservation_body(email=f"h{number}@example.org")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200


def test_without_reservations_all_spots_are_free(client: TestClient) -> None:
    response = client.get(ROUTE)
    assert response.status_code == 200
    assert response.json() == {"park": "ingolstadt", "total": 500, "free": 500, "taken": []}


def test_reserved_spots_are_one_run(client: TestClient) -> None:
    reserve(client, 3)
    assert client.get(ROUTE).json() == {"park": "ingolstadt", "total": 500, "free": 497, "taken": [[1, 3]]}


def test_a_freed_spot_leaves_a_hole(client: TestClient, db: Database) -> None:
    reserve(client, 5)
    set_spots(db, "free", [3])
    assert client.get(ROUTE).json() == {"park": "ingolstadt", "total": 500, "free": 496, "taken": [[1, 2], [4, 5]]}


def test_held_and_blocked_spots_are_not_free_either(client: TestClient, db: Database) -> None:
    set_spots(db, "reserved", [1, 2])
    set_spots(db, "held", [3])
    set_spots(db, "blocked", [7, 500])
    assert client.get(ROUTE).json()["taken"] == [[1, 3], [7, 7], [500, 500]]


def test_a_full_park_is_one_run_of_all(client: TestClient, db: Database) -> None:
    set_spots(db, "reserved", range(1, 501))
    assert client.get(ROUTE).json() == {"park": "ingolstadt", "total": 500, "free": 0, "taken": [[1, 500]]}


def test_the_count_of_the_park_says_the_same(client: TestClient, db: Database) -> None:
    set_spots(db, "reserved", [1, 2, 5])
    set_spots(db, "blocked", [9])
    assert client.get(ROUTE).json()["free"] == client.get("/api/parks/ingolstadt").json()["spots_free"] == 496


def test_a_park_without_spots_has_none_to_give(client: TestClient) -> None:
    assert client.get("/api/parks/munich/spots").json() == {"park": "munich", "total": 0, "free": 0, "taken": []}


@pytest.mark.parametrize("park", ["atlantis", "Ingolstadt"])
def test_an_unknown_park_is_refused_with_404_and_not_kept(client: TestClient, park: str) -> None:
    response = client.get(f"/api/parks/{park}/spots")
    assert (response.status_code, response.json()["code"]) == (404, "not_found")
    assert response.headers["cache-control"] == "no-store"


def test_an_answer_may_be_kept_for_ten_seconds_by_anybody(client: TestClient) -> None:
    assert client.get(ROUTE).headers["cache-control"] == "public, max-age=10"


def test_nothing_but_numbers_is_told(client: TestClient) -> None:
    reserve(client, 1)
    assert set(client.get(ROUTE).json()) == {"park", "total", "free", "taken"}
