"""Costs: by hand, from files, and everything taken back again."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.campaigns.models import CampaignCost, CostImport
from services.core.db.db import Database
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

CAMPAIGNS = "/api/staff/campaigns"
IMPORTS = "/api/staff/costs/imports"
HEAD = "Kampagne;Tag;Kosten\n"
MAPPING = {
    "campaign": 0,
    "day": 1,
    "amount": 2,
    "delimiter": ";",
    "number_format": "de",
    "day_format": "iso",
    "has_header": True,
    "clicks": None,
    "impressions": None,
}


@pytest.fixture
def marketer(make_client: MakeClient, staff_client: StaffClient) -> TestClient:
    """With two campaigns; it is half past nought on the fourth of November in Berlin."""
    clock = HeldClock(datetime(2026, 11, 3, 23, 30, tzinfo=UTC))
    browser = staff_client("marketing", client=make_client(clock=clock, rate_limits="off"))
    for name in ("Frühling", "Herbst"):
        body = {"name": name, "utm_source": "newsletter", "utm_medium": "email", "utm_campaign": name}
        assert browser.post(CAMPAIGNS, json=body).status_code == 201
    return browser


def put(marketer: TestClient, day: str, cents: Any, campaign: int = 1, **more: Any) -> Any:
    return marketer.put(f"{CAMPAIGNS}/{campaign}/costs/{day}", json={"cents": cents, **more})


def take(
    marketer: TestClient, text: str, on_overlap: str = "refuse", choices: dict[str, Any] | None = None, **mapping: Any
) -> Any:
    body = {"file_name": "k.csv", "text": text, "mapping": MAPPING | mapping, "on_overlap": on_overlap}
    return marketer.post(IMPORTS, json=body | (choices or {}))


def check(marketer: TestClient, text: str, choices: dict[str, Any] | None = None, **mapping: Any) -> Any:
    body = {"file_name": "k.csv", "text": text, "mapping": mapping or None} | (choices or {})
    answer = marketer.post(f"{IMPORTS}/check", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def days(marketer: TestClient, campaign: int = 1, **params: str) -> dict[str, int]:
    page = marketer.get(f"{CAMPAIGNS}/{campaign}/costs", params=params).json()
    assert page["total_cents"] == sum(cost["cents"] for cost in page["data"])
    return {cost["day"]: cost["cents"] for cost in page["data"]}


def test_an_amount_below_zero_is_a_credit_note_that_lowers_the_sum(marketer: TestClient, db: Database) -> None:
    assert put(marketer, "2026-03-01", 1_000).status_code == 200
    answer = put(marketer, "2026-03-02", -250, note="Gutschrift für Februar")
    assert (answer.status_code, answer.json()["cents"]) == (200, -250)
    page = marketer.get(f"{CAMPAIGNS}/1/costs").json()
    assert page["total_cents"] == 750
    assert put(marketer, "2026-03-01", -400).status_code == 200
    assert days(marketer) == {"2026-03-01": -400, "2026-03-02": -250}
    assert stored(db, AuditEntry)[-1]["details"] == {"day": "2026-03-01", "before": 1_000, "after": -400}


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def undo(marketer: TestClient, id_: int) -> dict[str, Any]:
    answer = marketer.post(f"{IMPORTS}/{id_}/undo")
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.both_databases
def test_a_day_entered_by_hand_replaces_what_was_there(marketer: TestClient, db: Database) -> None:
    assert put(marketer, "2026-03-02", 500).json()["cents"] == 500
    put(marketer, "2026-03-01", 0, note="Probelauf")
    assert put(marketer, "2026-03-02", 750, note="mit Druck").json()["note"] == "mit Druck"
    assert days(marketer) == {"2026-03-01": 0, "2026-03-02": 750}
    assert days(marketer, **{"from": "2026-03-02", "to": "2026-03-02"}) == {"2026-03-02": 750}
    assert days(marketer, 2) == {}
    assert marketer.get(f"{CAMPAIGNS}/1").json()["cost_cents"] == 750
    entry = stored(db, AuditEntry)[-1]
    assert (entry["action"], entry["subject"]) == ("cost.set", "campaign:1")
    assert entry["details"] == {"day": "2026-03-02", "before": 500, "after": 750}


def test_the_same_amount_again_changes_nothing(marketer: TestClient, db: Database) -> None:
    first = put(marketer, "2026-03-01", 500).json()
    assert put(marketer, "2026-03-01", 500).json() == first
    assert [entry["action"] for entry in stored(db, AuditEntry)].count("cost.set") == 1


def test_a_day_is_taken_away(marketer: TestClient) -> None:
    put(marketer, "2026-03-01", 500)
    assert marketer.delete(f"{CAMPAIGNS}/1/costs/2026-03-01").status_code == 204
    assert days(marketer) == {}
    assert refusal(marketer.delete(f"{CAMPAIGNS}/1/costs/2026-03-01")) == (404, "not_found")


def test_a_wrong_cost_is_refused(marketer: TestClient) -> None:
    for day, cents, field in (
        ("2026-03-01", -10_000_000_001, "cents"),
        ("2026-03-01", 1.5, "cents"),
        ("2026-03-01", None, "cents"),
        ("2026-03-01", "5", "cents"),
        ("2026-11-06", 5, "day"),
        ("1999-12-31", 5, "day"),
        ("gestern", 5, "day"),
    ):
        answer = put(marketer, day, cents)
        assert answer.status_code == 422
        assert [error["field"] for error in answer.json()["errors"]] == [field], (day, cents)
    assert days(marketer) == {}
    assert put(marketer, "2026-11-05", 5).status_code == 200, "tomorrow in Berlin, where it is the fourth"


def test_costs_need_a_campaign(marketer: TestClient) -> None:
    assert refusal(put(marketer, "2026-03-01", 5, campaign=9)) == (404, "not_found")
    assert refusal(marketer.get(f"{CAMPAIGNS}/9/costs")) == (404, "not_found")


def test_a_check_tells_everything_and_stores_nothing(marketer: TestClient, db: Database) -> None:
    put(marketer, "2026-03-01", 500)
    text = (
        f"{HEAD}frühling;2026-03-01;1,50\nnewsletter / email / HERBST;2026-03-01;2\nFRÜHLING;2026-03-02;3\n"
        "frühling;2026-03-02;4\nWinter;2026-03-01;5\nHerbst;2026-12-24;6\nHerbst;heute;7\n"
    )
    found = check(marketer, text)
    assert found["mapping"] == MAPPING
    rows = [
        (row["line"], row["campaign_id"], row["cents"], (row["problem"] or {}).get("code")) for row in found["rows"]
    ]
    assert rows == [
        (2, 1, 150, None),
        (3, 2, 200, None),
        (4, 1, 300, None),
        (5, 1, 400, None),
        (6, None, 500, "unknown_campaign"),
        (7, 2, 600, "day_in_future"),
        (8, 2, 700, "day_unreadable"),
    ]
    assert [row["notice"] and row["notice"]["code"] for row in found["rows"]][2:4] == ["summed", "summed"]
    assert [row["overlaps"] for row in found["rows"]][:2] == [{"cents": 500, "import_id": None}, None]
    assert found["totals"] == {
        "lines": 7,
        "rows": 3,
        "cents": 1050,
        "problems": 3,
        "notices": 2,
        "overlaps": 1,
        "skipped": 0,
        "repeated": 0,
        "left_out": 0,
        "credits": 0,
        "credit_cents": 0,
        "clicks": None,
        "impressions": None,
        "clicked_cents": 0,
    }
    assert found["already_imported"] is None
    assert stored(db, CostImport) == [] and len(stored(db, CampaignCost)) == 1


@pytest.mark.both_databases
def test_a_file_is_taken_over_with_equal_days_added_up(marketer: TestClient, db: Database) -> None:
    text = f"{HEAD}Frühling;2026-03-01;1.234,56 €\nFrühling;2026-03-01;0,44\nHerbst;2026-03-01;-\nSumme;;1.235\n"
    answer = take(marketer, text)
    assert answer.status_code == 201, answer.text
    assert answer.json() == {"id": 1, "rows": 2, "cents": 123_500, "kept": 0, "replaced": 0}
    assert (days(marketer), days(marketer, 2)) == ({"2026-03-01": 123_500}, {"2026-03-01": 0})
    (row,) = marketer.get(IMPORTS).json()["data"]
    assert (row["file_name"], row["rows"], row["actor_name"], row["undone_at"]) == ("k.csv", 2, "Kim Marketing", None)
    entry = stored(db, AuditEntry)[-1]
    assert (entry["action"], entry["subject"]) == ("cost_import.added", "cost_import:1")
    assert entry["details"]["rows"] == 2 and "k.csv" not in str(entry["details"])
    found = check(marketer, text)
    assert found["already_imported"]["id"] == 1
    undo(marketer, 1)
    assert check(marketer, text)["already_imported"] is None
    with db.read() as session:
        assert first_broken_entry(session) is None


def test_a_file_with_one_faulty_line_is_refused_whole(marketer: TestClient, db: Database) -> None:
    answer = take(marketer, f"{HEAD}Frühling;2026-03-01;1\nWinter;2026-03-01;1\n")
    assert (*refusal(answer), answer.json()["problems"]) == (422, "import_problems", 1)
    assert stored(db, CampaignCost) == [] and stored(db, CostImport) == []


@pytest.mark.both_databases
def test_days_that_have_costs_are_refused_kept_or_replaced(marketer: TestClient) -> None:
    put(marketer, "2026-03-01", 500)
    text = f"{HEAD}Frühling;2026-03-01;1\nFrühling;2026-03-02;2\n"
    answer = take(marketer, text)
    assert (*refusal(answer), answer.json()["overlaps"]) == (409, "overlaps", 1)
    assert days(marketer) == {"2026-03-01": 500}
    kept = take(marketer, text, "keep").json()
    assert (kept["rows"], kept["cents"], kept["kept"], kept["replaced"]) == (1, 200, 1, 0)
    assert days(marketer) == {"2026-03-01": 500, "2026-03-02": 200}
    assert refusal(take(marketer, text, "keep")) == (409, "nothing_new")
    replaced = take(marketer, text, "replace").json()
    assert (replaced["rows"], replaced["cents"], replaced["kept"], replaced["replaced"]) == (2, 300, 0, 2)
    assert days(marketer) == {"2026-03-01": 100, "2026-03-02": 200}


@pytest.mark.both_databases
def test_an_import_taken_back_leaves_what_was_before(marketer: TestClient) -> None:
    put(marketer, "2026-03-01", 500)
    text = f"{HEAD}Frühling;2026-03-01;1\nFrühling;2026-03-02;2\n"
    id_ = take(marketer, text, "replace").json()["id"]
    undone = undo(marketer, id_)
    assert (undone["removed"], undone["restored"], undone["undone_by_name"]) == (2, 1, "Kim Marketing")
    assert days(marketer) == {"2026-03-01": 500}
    assert refusal(marketer.post(f"{IMPORTS}/{id_}/undo")) == (409, "already_undone")
    assert refusal(marketer.post(f"{IMPORTS}/99/undo")) == (404, "not_found")


@pytest.mark.both_databases
def test_two_who_import_the_same_days_at_once_do_not_double_them(marketer: TestClient, db: Database) -> None:
    text = f"{HEAD}Frühling;2026-03-01;1\nFrühling;2026-03-02;2\n"
    with ThreadPoolExecutor(4) as pool:
        refused = list(pool.map(lambda _: take(marketer, text).status_code, range(4)))
    assert sorted(refused) == [201, 409, 409, 409]
    with ThreadPoolExecutor(4) as pool:
        replaced = list(pool.map(lambda _: take(marketer, text, "replace").status_code, range(4)))
    assert replaced == [201] * 4
    assert days(marketer) == {"2026-03-01": 100, "2026-03-02": 200}
    assert len([cost for cost in stored(db, CampaignCost) if cost["removed_at"] is None]) == 2


def file_of(euros: int) -> str:
    return f"{HEAD}Frühling;2026-03-01;{euros}\n"


@pytest.mark.both_databases
@pytest.mark.parametrize("order", [(2, 3), (3, 2)])
def test_imports_over_each_other_are_taken_back_in_any_order(marketer: TestClient, order: tuple[int, int]) -> None:
    put(marketer, "2026-03-01", 100)
    ids = {euros: take(marketer, file_of(euros), "replace").json()["id"] for euros in (2, 3)}
    undo(marketer, ids[order[0]])
    assert days(marketer) == {"2026-03-01": 300 if order[0] == 2 else 200}
    undo(marketer, ids[order[1]])
    assert days(marketer) == {"2026-03-01": 100}


@pytest.mark.sample(4)
@pytest.mark.both_databases
@pytest.mark.parametrize("order", [(2, 3, 4), (2, 4, 3), (3, 2, 4), (3, 4, 2), (4, 2, 3), (4, 3, 2)])
def test_three_imports_are_taken_back_in_any_order(marketer: TestClient, order: tuple[int, ...]) -> None:
    put(marketer, "2026-03-01", 100)
    ids = {euros: take(marketer, file_of(euros), "replace").json()["id"] for euros in (2, 3, 4)}
    left = [1, 2, 3, 4]
    for euros in order:
        undo(marketer, ids[euros])
        left.remove(euros)
        assert days(marketer) == {"2026-03-01": left[-1] * 100}


@pytest.mark.both_databases
def test_what_was_entered_by_hand_afterwards_stays(marketer: TestClient) -> None:
    put(marketer, "2026-03-01", 100)
    put(marketer, "2026-03-02", 100)
    text = f"{HEAD}Frühling;2026-03-01;2\nFrühling;2026-03-02;2\n"
    id_ = take(marketer, text, "replace").json()["id"]
    put(marketer, "2026-03-01", 900)
    marketer.delete(f"{CAMPAIGNS}/1/costs/2026-03-02")
    undone = undo(marketer, id_)
    assert (undone["removed"], undone["restored"]) == (0, 0)
    assert days(marketer) == {"2026-03-01": 900}


def test_an_ambiguous_campaign_is_not_guessed(marketer: TestClient) -> None:
    body = {"name": "frühling ", "utm_source": "print", "utm_campaign": "anders"}
    assert marketer.post(CAMPAIGNS, json=body).status_code == 201
    (row,) = check(marketer, f"{HEAD}Frühling;2026-03-01;1\n")["rows"]
    assert row["problem"]["code"] == "ambiguous_campaign"
    (row,) = check(marketer, f"{HEAD}print//anders;2026-03-01;1\n")["rows"]
    assert row["campaign_id"] == 3
    assert marketer.post(f"{CAMPAIGNS}/3/archive").status_code == 200
    (row,) = check(marketer, f"{HEAD}Frühling;2026-03-01;1\n")["rows"]
    assert row["campaign_id"] == 1, "campaigns in use go first"


@pytest.mark.both_databases
def test_an_alias_is_understood_in_a_file(marketer: TestClient) -> None:
    alias = {"field": "utm_source", "raw": "NL", "canonical": "newsletter"}
    assert marketer.post("/api/staff/aliases", json=alias).status_code == 201
    (row,) = check(marketer, f"{HEAD}nl / EMAIL / Herbst;2026-03-01;1\n")["rows"]
    assert row["campaign_id"] == 2


def test_a_file_may_be_larger_than_other_calls_but_not_without_end(marketer: TestClient) -> None:
    large = HEAD + "".join(f'"Frühling";2026-03-{n % 28 + 1:02d};"0,01";{n}\n' for n in range(20_000))
    found = check(marketer, large)
    assert (found["totals"]["lines"], found["totals"]["rows"], found["totals"]["cents"]) == (20_000, 28, 20_000)
    assert (len(found["rows"]), found["rows_left_out"]) == (1000, 19_000)
    assert take(marketer, large).json()["cents"] == 20_000
    too_many = check_status(marketer, f"{large}{'Herbst;2026-03-01;1' + chr(10)}" * 2)
    assert too_many == (422, "too_many_rows")
    assert check_status(marketer, "ä" * (1024 * 1024 + 1)) == (422, "too_long")
    assert check_status(marketer, "x" * (6 * 1024 * 1024)) == (413, "too_large")
    assert marketer.post(CAMPAIGNS, json={"name": "x" * 70_000}).status_code == 413


def test_half_a_character_is_refused(marketer: TestClient) -> None:
    body = '{"file_name": "k.csv", "text": "Kampagne;Tag;Kosten\\n\\ud800;2026-03-01;1\\n"}'
    answer = marketer.post(f"{IMPORTS}/check", content=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "validation")
    body = body.replace('"text"', '"on_overlap": "keep", "text"')
    assert marketer.post(IMPORTS, content=body).status_code == 422


def check_status(marketer: TestClient, text: str) -> tuple[int, str]:
    answer = marketer.post(f"{IMPORTS}/check", json={"file_name": "k.csv", "text": text})
    body = answer.json()
    return answer.status_code, body["errors"][0]["code"] if "errors" in body else body["code"]


def test_a_line_that_cannot_be_read_may_be_left_out(marketer: TestClient, db: Database) -> None:
    text = f"{HEAD}Frühling;2026-03-01;1,50\nWinter;2026-03-01;5\n"
    found = check(marketer, text, {"leave_out": [3]})
    assert [(row["line"], row["problem"], row["is_left_out"]) for row in found["rows"]] == [
        (2, None, False),
        (3, None, True),
    ]
    assert (found["totals"]["left_out"], found["totals"]["problems"], found["totals"]["cents"]) == (1, 0, 150)
    assert refusal(take(marketer, text)) == (422, "import_problems")
    assert take(marketer, text, choices={"leave_out": [3]}).json()["cents"] == 150
    assert days(marketer) == {"2026-03-01": 150}
    (performed,) = stored(db, CostImport)
    decided = {"leave_out": [3], "repeated": "ask", "credits": "ask", "rates": [], "left_out_total": 1}
    left_out = [{"line": 3, "day": "2026-03-01", "cents": 500, "reason": "unstated"}]
    assert performed["mapping"] == MAPPING | decided | {"left_out": left_out}


@pytest.mark.parametrize(("repeated", "cents"), [("count", 300), ("drop", 150)])
def test_lines_equal_word_for_word_are_asked_about(marketer: TestClient, repeated: str, cents: int) -> None:
    text = f"{HEAD}Frühling;2026-03-01;1,50\nFrühling;2026-03-01;1,50\n"
    found = check(marketer, text)
    assert [(row["problem"] or {}).get("code") for row in found["rows"]] == [None, "repeated"]
    assert found["rows"][1]["problem"]["message"] == "Steht Wort für Wort schon in Zeile 2. Zählt sie noch einmal?"
    assert (found["totals"]["repeated"], found["totals"]["problems"]) == (1, 1)
    assert refusal(take(marketer, text)) == (422, "import_problems")
    decided = check(marketer, text, {"repeated": repeated})["totals"]
    assert (decided["repeated"], decided["problems"], decided["cents"]) == (1, 0, cents)
    assert take(marketer, text, choices={"repeated": repeated}).json()["cents"] == cents


@pytest.mark.parametrize("choices", [{"leave_out": [0]}, {"leave_out": ["3"]}, {"repeated": "maybe"}, {"leave": [1]}])
def test_a_choice_that_is_none_is_refused(marketer: TestClient, choices: dict[str, Any]) -> None:
    assert refusal(take(marketer, f"{HEAD}Frühling;2026-03-01;1,50\n", choices=choices)) == (422, "validation")


def test_foreign_money_is_not_booked_as_euro(marketer: TestClient) -> None:
    text = "Kampagne;Tag;Kosten (USD)\nFrühling;2026-03-01;1,50\n"
    (row,) = check(marketer, text)["rows"]
    assert row["problem"] == {
        "code": "foreign_currency",
        "message": "Der Betrag steht in USD. Zum Einlesen fehlt der Kurs.",
    }
    assert refusal(take(marketer, text)) == (422, "import_problems")
    assert days(marketer) == {}
