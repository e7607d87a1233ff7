"""How full a park is: counted once, said once."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.parks.forecast import Forecast, Mix, forecast
from services.parks.fullness import Fullness, park_fullness, spots_left, spots_words
from services.parks.models import Park
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.reservations.standing import households, reserve_many
from tests.services.stored import set_spots

GOLDEN = json.loads((Path(__file__).parents[2] / "golden" / "fullness_words.json").read_text(encoding="utf-8"))
FULL = "500 von 500 belegt: 494 reserviert, 2 gehalten, 4 gesperrt"
STAFF = "/api/staff"
Change = Callable[..., None]


@pytest.fixture
def change(db: Database) -> Change:
    """Set columns of the pilot."""

    def set_columns(**values: object) -> None:
        pilot = update(Park).where(Park.id == "ingolstadt").values(values)
        db.write(lambda session: session.execute(pilot) and None)

    return set_columns


def fill(db: Database) -> None:
    """494 reserved, 2 held, 4 blocked: nothing is left."""
    set_spots(db, "reserved", range(1, 495))
    set_spots(db, "held", [495, 496])
    set_spots(db, "blocked", range(497, 501))


def test_the_words_are_those_of_the_table() -> None:
    for case in GOLDEN:
        counts = (case[name] for name in ("limit", "reserved", "held", "blocked", "overbooked"))
        assert spots_words(*counts) == case["words"]


LEVELS: list[tuple[int, int | None, int, int, int, int | None]] = [
    (100, None, 79, 21, 0, None), (100, None, 80, 20, 0, 80), (100, None, 89, 11, 0, 80), (100, None, 90, 10, 0, 90),
    (100, None, 99, 1, 0, 90), (1000, None, 999, 1, 0, 90), (100, None, 100, 0, 0, 100), (100, None, 0, 20, 0, 80),
    (100, 100_000, 1, 99, 79_999, None), (100, 100_000, 1, 99, 80_000, 80), (100, 100_000, 1, 99, 99_000, 90),
    (100, 100_000, 1, 99, 99_001, 100), (0, 100_000, 0, 0, 0, None), (0, None, 1, 0, 1000, 100),
]  # fmt: skip
"""Limit of spots and of kWh, spots given and free, kWh taken, and what staff are told."""


def test_staff_are_told_at_80_90_and_100_per_cent() -> None:
    for limit, kwh_limit, given, free, kwh_taken, expected in LEVELS:
        found = filled(limit, given, free, kwh_limit=kwh_limit, kwh_taken=kwh_taken)
        assert found.level == expected, (limit, kwh_limit, given, free, kwh_taken)
        assert found.is_full == (expected == 100), "full is what leaves no place, and nothing else"


def test_energy_is_told_in_the_same_words() -> None:
    for kwh_limit, kwh_taken, words in (
        (None, 659_200, "659.200 kWh im Jahr belegt, keine Grenze gesetzt"),
        (1_566_000, 659_200, "659.200 von 1.566.000 kWh im Jahr belegt"),
        (1_566_000, 1_566_000, "1.566.000 von 1.566.000 kWh im Jahr belegt"),
        (1_566_000, 1_565_500, "1.565.500 von 1.566.000 kWh im Jahr belegt, der Rest reicht für keinen Platz"),
        (1_566_000, 1_570_000, "1.570.000 von 1.566.000 kWh im Jahr belegt, 4.000 über der Grenze"),
    ):
        assert filled(500, 10, 490, kwh_limit=kwh_limit, kwh_taken=kwh_taken).kwh_words == words


def test_every_spot_is_counted_once(db: Database, change: Change) -> None:
    fill(db)
    change(spot_limit=498)
    set_spots(db, "reserved", [499])
    set_spots(db, "held", [500])
    set_spots(db, "free", [7])
    with db.read() as session:
        (found,) = (one.fullness for one in park_fullness(session, "ingolstadt"))
    assert (found.reserved, found.held, found.blocked, found.free, found.overbooked) == (493, 2, 2, 1, 2)
    assert found.occupied + found.free == found.spot_limit == 498
    assert found.spots_words == "497 von 498 belegt: 493 reserviert, 2 gehalten, 2 gesperrt, dazu 2 über der Grenze"


def test_every_page_says_the_same_of_a_full_park(db: Database, client: TestClient, staff_client: StaffClient) -> None:
    fill(db)
    admin = staff_client("admin", client=client)
    pages = {
        "park": admin.get(f"{STAFF}/parks/ingolstadt").json()["fullness"],
        "list": admin.get(f"{STAFF}/parks").json()["data"][0]["fullness"],
        "picture": admin.get(f"{STAFF}/parks/ingolstadt/capacity").json()["fullness"],
    }
    assert {name: found["spots_words"] for name, found in pages.items()} == dict.fromkeys(pages, FULL)
    assert {name: found["level"] for name, found in pages.items()} == dict.fromkeys(pages, 100)
    today = admin.get(f"{STAFF}/today").json()
    (task,) = (task for task in today["tasks"] if task["kind"] == "capacity")
    assert [(item["detail"], item["level"]) for item in task["items"]] == [(f"{FULL}.", 100)]
    assert today["charts"]["parks"][0] == {"id": "ingolstadt", "name": "Ingolstadt", "free": 0, "total": 500}
    public = client.get("/api/parks/ingolstadt").json()
    assert (public["spots_total"], public["spots_free"]) == (500, 0)
    counts, fullness = admin.get(f"{STAFF}/parks/ingolstadt/capacity").json()["counts"], pages["picture"]
    reserved = ("reserved", "invited", "contracted", "active", "new")
    assert sum(counts[state] for state in reserved) == fullness["reserved"]
    assert counts["undo"] + counts["offer"] == fullness["held"]
    assert (counts["blocked"], counts["free"], counts["overbooked"]) == (4, 0, 0)


def test_no_page_counts_more_places_than_both_limits_leave(
    db: Database, change: Change, client: TestClient, staff_client: StaffClient
) -> None:
    change(kwh_limit=4_500)
    admin = staff_client("admin", client=client)
    assert admin.get(f"{STAFF}/today").json()["charts"]["parks"][0]["free"] == 4
    assert admin.get(f"{STAFF}/parks/ingolstadt").json()["fullness"]["left"] == 4
    assert client.get("/api/parks/ingolstadt").json()["spots_free"] == 4


def filled(
    spot_limit: int, given: int, free: int, *, held: int = 0, kwh_limit: int | None = None, kwh_taken: int = 0
) -> Fullness:
    """`given` spots are reserved, but `held` of them held; what is beyond the limit is overbooked,
    what is neither given nor free is blocked.
    """
    within = min(given, spot_limit - free)
    return Fullness(
        spot_limit=spot_limit,
        reserved=within - held,
        held=held,
        blocked=spot_limit - free - within,
        free=free,
        overbooked=given - within,
        kwh_limit=kwh_limit,
        kwh_taken=kwh_taken,
    )


Usage = tuple[int, int | None, int, int, int, int, int]
"""Limit of spots and of kWh, spots given and free, kWh given, active reservations and their kWh."""
CASES = {
    "nobody yet": ((500, 1_566_000, 0, 500, 0, 0, 0), (None, None, None)),
    "no spots yet": ((0, 2_268_000, 0, 0, 0, 0, 0), (None, None, None)),
    "spots go first": ((500, 1_566_000, 2, 498, 6000, 2, 6000), (3000, 500, "spots")),
    "energy goes first": ((500, 1_450_000, 100, 400, 300_200, 100, 300_200), (3002, 483, "kwh")),
    "both at once": ((500, 1_500_000, 1, 499, 3000, 1, 3000), (3000, 500, "spots")),
    "one kWh short of all": ((500, 1_499_999, 1, 499, 3000, 1, 3000), (3000, 499, "kwh")),
    "no limit of energy": ((500, None, 1, 499, 3000, 1, 3000), (3000, 500, "spots")),
    "withheld spots do not count": ((500, None, 1, 489, 3000, 1, 3000), (3000, 490, "spots")),
    "a spot held for undo keeps its energy": ((500, 9000, 2, 498, 6000, 1, 3000), (3000, 3, "kwh")),
    "energy just used up": ((500, 6000, 2, 498, 6000, 2, 6000), (3000, 2, "kwh")),
    "too many spots given": ((1, None, 2, 0, 6000, 2, 6000), (3000, 2, None)),
    "too much energy given": ((500, 5000, 2, 498, 6000, 2, 6000), (3000, 2, None)),
    "mean is rounded half up": ((500, None, 2, 498, 3001, 2, 3001), (1501, 500, "spots")),
    "last spot taken": ((2, None, 2, 0, 4000, 2, 4000), (2000, 2, "spots")),
}


def told(usage: Usage) -> Forecast:
    spot_limit, kwh_limit, given, free, kwh_taken, active, active_kwh = usage
    return forecast(filled(spot_limit, given, free, kwh_limit=kwh_limit, kwh_taken=kwh_taken), Mix(active, active_kwh))


def test_the_limit_that_ends_first_says_when_the_park_is_full() -> None:
    for name, (usage, expected) in CASES.items():
        found = told(usage)
        assert (found.mean_kwh, found.full_at_spot, found.limited_by) == expected, name


SENTENCES = {
    "energy goes first": "Bei diesem Mix ist der Park mit 483 reservierten Plätzen voll: Bei im Mittel 3.002 kWh "
    "je Platz reichen die Kilowattstunden nicht weiter.",
    "spots go first": "Bei diesem Mix ist der Park mit 500 reservierten Plätzen voll: Die Plätze gehen zuerst aus. "
    "Belegt sind dann im Mittel 3.000 kWh je Platz, zusammen rund 1.500.000 von 1.566.000 kWh.",
    "no limit of energy": "Bei diesem Mix ist der Park mit 500 reservierten Plätzen voll: Für die Kilowattstunden ist "
    "keine Grenze gesetzt.",
    "nobody yet": "Noch hat niemand reserviert. Eine Vorhersage gibt es mit dem ersten Platz.",
    "too much energy given": "Der Park ist überbucht: Es ist mehr belegt, als die Grenzen zulassen.",
}


def test_the_sentence_says_it_in_words() -> None:
    assert {name: told(CASES[name][0]).sentence for name in SENTENCES} == SENTENCES


def test_spots_are_free_as_long_as_the_smallest_package_fits() -> None:
    for (free, kwh_limit, kwh_taken), left in {
        (5, None, 99_999): 5, (5, 5000, 0): 5, (5, 4999, 0): 4, (5, 5000, 4001): 0, (5, 5000, 4000): 1,
        (5, 5000, 6000): 0,
    }.items():  # fmt: skip
        assert spots_left(free, kwh_limit, kwh_taken) == left


ROUTE = "/api/parks/ingolstadt/spots"


def test_taken_spots_are_told_as_runs_of_numbers_and_nothing_else(client: TestClient, db: Database) -> None:
    def told(free: int, *taken: list[int]) -> None:
        response = client.get(ROUTE)
        assert response.status_code == 200
        assert response.json() == {"park": "ingolstadt", "total": 500, "free": free, "taken": list(taken)}
        assert client.get("/api/parks/ingolstadt").json()["spots_free"] == free

    told(500)
    reserve_many(db, HeldClock().now, households(5))
    told(495, [1, 5])
    set_spots(db, "free", [3])
    told(496, [1, 2], [4, 5])
    set_spots(db, "held", [3])
    set_spots(db, "blocked", [7, 500])
    told(493, [1, 5], [7, 7], [500, 500])
    set_spots(db, "reserved", range(1, 501))
    told(0, [1, 500])
    assert client.get("/api/parks/munich/spots").json() == {"park": "munich", "total": 0, "free": 0, "taken": []}


def test_an_answer_may_be_kept_for_ten_seconds_by_anybody_and_a_refusal_never(client: TestClient) -> None:
    assert client.get(ROUTE).headers["cache-control"] == "public, max-age=10"
    for park in ("atlantis", "Ingolstadt"):
        response = client.get(f"/api/parks/{park}/spots")
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
        assert response.headers["cache-control"] == "no-store"
