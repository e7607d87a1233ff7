"""Costs: by hand, from files with what people decide about them, and everything taken back again."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import permutations
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.campaigns.models import CampaignCost, CostImport, PlatformName
from services.core.db.db import Database
from services.staff.audit import first_broken_entry
from services.staff.models import AuditEntry
from services.store.models import RelationMark
from tests.fixtures.proved import proved
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
    "vat": 0,
    "is_spread": False,
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


@pytest.mark.both_databases(sample="postgresql")
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


def test_a_day_is_taken_away_and_the_same_amount_again_changes_nothing(marketer: TestClient, db: Database) -> None:
    first = put(marketer, "2026-03-01", 500).json()
    assert put(marketer, "2026-03-01", 500).json() == first
    assert [entry["action"] for entry in stored(db, AuditEntry)].count("cost.set") == 1
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
    nothing = dict.fromkeys(("skipped", "repeated", "left_out", "credits", "credit_cents", "clicked_cents"), 0)
    some = {"lines": 7, "rows": 3, "cents": 1050, "problems": 3, "notices": 2, "overlaps": 1}
    assert found["totals"] == nothing | some | {"clicks": None, "impressions": None}
    assert found["already_imported"] is None
    assert stored(db, CostImport) == [] and len(stored(db, CampaignCost)) == 1


@pytest.mark.both_databases(sample="postgresql")
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


@pytest.mark.both_databases(sample="postgresql")
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


@pytest.mark.both_databases(sample="postgresql")
def test_an_import_taken_back_leaves_what_was_before(marketer: TestClient) -> None:
    put(marketer, "2026-03-01", 500)
    text = f"{HEAD}Frühling;2026-03-01;1\nFrühling;2026-03-02;2\n"
    id_ = take(marketer, text, "replace").json()["id"]
    undone = undo(marketer, id_)
    assert (undone["removed"], undone["restored"], undone["undone_by_name"]) == (2, 1, "Kim Marketing")
    assert days(marketer) == {"2026-03-01": 500}
    assert refusal(marketer.post(f"{IMPORTS}/{id_}/undo")) == (409, "already_undone")


@pytest.mark.both_databases(sample="postgresql")
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


def test_imports_over_each_other_are_taken_back_in_any_order(marketer: TestClient, subtests: pytest.Subtests) -> None:
    put(marketer, "2026-03-01", 100)
    for order in (*permutations((2, 3)), *proved([(2, 4, 3), (3, 2, 4), (4, 2, 3)], [*permutations((2, 3, 4))])):
        with subtests.test(str(order)):
            ids = {euros: take(marketer, file_of(euros), "replace").json()["id"] for euros in sorted(order)}
            left = [1, *sorted(order)]
            for euros in order:
                undo(marketer, ids[euros])
                left.remove(euros)
                assert days(marketer) == {"2026-03-01": left[-1] * 100}


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


def test_an_alias_is_understood_in_a_file(marketer: TestClient) -> None:
    alias = {"field": "utm_source", "raw": "NL", "canonical": "newsletter"}
    assert marketer.post("/api/staff/aliases", json=alias).status_code == 201
    (row,) = check(marketer, f"{HEAD}nl / EMAIL / Herbst;2026-03-01;1\n")["rows"]
    assert row["campaign_id"] == 2


def test_a_file_may_be_larger_than_other_calls_but_not_without_end(marketer: TestClient) -> None:
    count = proved(2_500, 20_000)
    large = HEAD + "".join(f'"Frühling";2026-03-{n % 28 + 1:02d};"0,01";{n}\n' for n in range(count))
    found = check(marketer, large)
    assert (found["totals"]["lines"], found["totals"]["rows"], found["totals"]["cents"]) == (count, 28, count)
    assert (len(found["rows"]), found["rows_left_out"]) == (1000, count - 1000)
    assert take(marketer, large).json()["cents"] == count
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


USD = {"currency": "USD", "rate": "0,9213", "on": "2026-11-02", "source": "ecb"}
META = "Kampagnenname,Tag,Link-Klicks,Impressionen,Ausgegebener Betrag (EUR)\n"
SPRING, TWICE = "Frühling;2026-03-01;1,50\n", "Frühling;2026-03-01;1,50\n" * 2
CREDITED = "Herbst;2026-03-01;10,00\nHerbst;2026-03-01;-2,50\nHerbst;2026-03-02;-4,00\n"
DOLLARS = "Campaign name,Day,Amount spent{}\nHerbst,2026-03-01,{}\nHerbst,2026-03-02,{}\n,,{}\n"
IN_DOLLARS = [
    DOLLARS.format(unit, *(cell.format(amount) for amount in ("1.50", "0.01", "1.51")))
    for unit, cell in ((" (USD)", "{}"), ("", "{} USD"), ("", "USD {}"), ("", "${}"))
]
"""Whether the column or each cell names the currency."""
Decided = tuple[str, dict[str, Any], list[int | str], dict[str, int | None], int | str]
DECISIONS: dict[str, Decided] = {
    "one faulty line": (f"{HEAD}{SPRING}Winter;2026-03-01;5\n", {}, [150, "unknown_campaign"], {"problems": 1},
                        "import_problems"),
    "that is left out": (f"{HEAD}{SPRING}Winter;2026-03-01;5\n", {"leave_out": [3]}, [150, "left out"],
                         {"left_out": 1, "problems": 0, "cents": 150}, 150),
    "a good line is left out for a reason": (
        f"{HEAD}{SPRING}Herbst;2026-03-02;99\n", {"leave_out": [3], "reasons": {"3": "booked_elsewhere"}},
        [150, "left out: booked_elsewhere"], {"left_out": 1}, 150),
    "lines equal word for word": (HEAD + TWICE, {}, [150, "repeated"], {"repeated": 1, "problems": 1},
                                  "import_problems"),
    "that count": (HEAD + TWICE, {"repeated": "count"}, [150, 150], {"repeated": 1, "problems": 0, "cents": 300}, 300),
    "that are dropped": (HEAD + TWICE, {"repeated": "drop"}, [150, "left out"],
                         {"repeated": 1, "problems": 0, "cents": 150}, 150),
    "credit notes": (HEAD + CREDITED, {}, [1000, "credit", "credit"], {"problems": 2}, "import_problems"),
    "that lower a day": (HEAD + CREDITED, {"credits": "count"}, [1000, -250, -400],
                         {"problems": 0, "credits": 2, "credit_cents": -650, "cents": 350}, 350),
    "foreign money": ("Kampagne;Tag;Kosten (USD)\n" + SPRING, {}, ["foreign_currency"], {"problems": 1},
                      "import_problems"),
    **{f"foreign money at a rate {number}": (text, {"rates": [USD]}, [138, 1], {"problems": 0, "cents": 139}, 139)
       for number, text in enumerate(IN_DOLLARS)},
    "clicks and impressions": (
        f'{META}Herbst,2026-03-01,12,"1,200",12.50\nHerbst,2026-03-01,3,100,2.50\nHerbst,2026-03-02,,,1.00\n'
        "Herbst,2026-03-03,viele,7,1.00\n", {}, [1250, 250, 100, 100],
        {"clicks": 15, "impressions": 1307, "clicked_cents": 1500}, 1700),
}  # fmt: skip
"""File and decisions; what becomes of each line, the totals of the check, and what is taken over or refused."""


def fate_of(row: dict[str, Any]) -> int | str:
    if row["is_left_out"]:
        return f"left out: {row['left_out']}" if row["left_out"] == "booked_elsewhere" else "left out"
    return str(row["problem"]["code"]) if row["problem"] else int(row["cents"])


def test_what_becomes_of_each_line_is_decided_before_a_file_is_taken_over(
    marketer: TestClient, db: Database, subtests: pytest.Subtests
) -> None:
    for name, (text, choices, rows, totals, taken) in DECISIONS.items():
        with subtests.test(name):
            found = check(marketer, text, choices)
            assert [fate_of(row) for row in found["rows"]] == rows
            assert {one: found["totals"][one] for one in totals} == totals
            before = len(stored(db, CampaignCost)), len(stored(db, CostImport))
            answer = take(marketer, text, choices=choices, **found["mapping"]).json()
            if isinstance(taken, str):
                assert (answer["code"], answer["problems"]) == (taken, totals["problems"])
                assert (len(stored(db, CampaignCost)), len(stored(db, CostImport))) == before
            else:
                assert answer["cents"] == taken
                undo(marketer, answer["id"])
                assert (days(marketer), days(marketer, 2)) == ({}, {})


def test_questions_are_asked_in_words_and_decisions_kept_with_the_import(marketer: TestClient, db: Database) -> None:
    said = [row["problem"] and row["problem"]["message"] for row in check(marketer, HEAD + TWICE)["rows"]]
    assert said == [None, "Steht Wort für Wort schon in Zeile 2. Zählt sie noch einmal?"]
    text, choices = f"{HEAD}{SPRING}Winter;2026-03-01;5\n", {"leave_out": [3]}
    assert take(marketer, text, choices=choices).status_code == 201
    left_out = [{"line": 3, "day": "2026-03-01", "cents": 500, "reason": "unstated"}]
    decided = {"leave_out": [3], "repeated": "ask", "credits": "ask", "rates": [], "left_out_total": 1, "numbers": {}}
    assert stored(db, CostImport)[-1]["mapping"] == MAPPING | decided | {"left_out": left_out}
    reasoned = {"leave_out": [3], "reasons": {"3": "booked_elsewhere"}}
    take(marketer, f"{HEAD}{SPRING}Herbst;2026-03-02;99\n", "replace", reasoned)
    told = marketer.get(IMPORTS).json()["data"][0]
    line = {"line": 3, "day": "2026-03-02", "cents": 9900, "reason": "booked_elsewhere"}
    assert (told["left_out"], told["left_out_total"]) == ([line], 1)
    foreign = check(marketer, IN_DOLLARS[0])
    asked = {"currency": "USD", "lines": 2, "amount": 151, "cents": None, "whole_cents": None}
    assert foreign["currencies"] == [asked]
    rated = check(marketer, IN_DOLLARS[0], {"rates": [USD]})
    assert rated["currencies"] == [asked | {"cents": 139, "whole_cents": 139}]
    assert [(row["amount"], row["cents"]) for row in rated["rows"]] == [(150, 138), (1, 1)]
    take(marketer, IN_DOLLARS[0], "replace", {"rates": [USD]}, **rated["mapping"])
    assert marketer.get(IMPORTS).json()["data"][0]["rates"] == [USD | {"rate": "0.9213"}]


def test_clicks_and_impressions_are_kept_with_the_day_and_a_credit_note_lowers_it(
    marketer: TestClient, db: Database
) -> None:
    def changes() -> int:
        return sum(mark["changes"] for mark in stored(db, RelationMark) if mark["relation"] == "campaign_costs")

    before, text = changes(), DECISIONS["clicks and impressions"][0]
    found = check(marketer, text)
    assert found["rows"][3]["notice"]["code"] == "odd_counts"
    assert take(marketer, text, **found["mapping"]).status_code == 201
    assert changes() > before, "reports learn of it"
    page = marketer.get(f"{CAMPAIGNS}/2/costs").json()
    assert [(day["clicks"], day["impressions"]) for day in page["data"]] == [(15, 1300), (None, None), (None, 7)]
    assert (page["total_clicks"], page["total_impressions"], page["clicked_cents"]) == (15, 1307, 1500)
    unwanted = check(marketer, text, clicks=None, impressions=None)
    assert (unwanted["mapping"]["clicks"], unwanted["totals"]["clicks"]) == (None, None)
    take(marketer, HEAD + CREDITED, "replace", {"credits": "count"})
    assert days(marketer, 2) == {"2026-03-01": 750, "2026-03-02": -400, "2026-03-03": 100}
    assert marketer.get(f"{CAMPAIGNS}/2").json()["cost_cents"] == 450


def test_a_choice_or_rate_that_is_none_is_refused(marketer: TestClient) -> None:
    for choices in ({"leave_out": [0]}, {"leave_out": ["3"]}, {"repeated": "maybe"}, {"leave": [1]}):
        assert refusal(take(marketer, HEAD + SPRING, choices=choices)) == (422, "validation"), choices
    for wrong in ({"rate": "0"}, {"rate": "viel"}, {"rate": "1.123456789"}, {"on": "2026-12-01"}, {"source": ""},
                  {"currency": "EUR"}):  # fmt: skip
        body = {"file_name": "k.csv", "text": HEAD + SPRING, "rates": [USD | wrong]}
        answer = marketer.post(f"{IMPORTS}/check", json=body)
        (error,) = answer.json()["errors"]
        assert answer.status_code == 422 and error["field"].startswith("rates.0."), error
        assert error["message"].endswith(".")


NAMES = "/api/staff/costs/names"


def remember(marketer: TestClient, name: str, campaign_id: int | None, platform: str = "meta") -> Any:
    return marketer.post(NAMES, json={"platform": platform, "name": name, "campaign_id": campaign_id})


@pytest.mark.both_databases(sample="postgresql")
def test_a_name_once_explained_needs_no_explanation_next_month(marketer: TestClient, db: Database) -> None:
    text = f"{META}DE_Search_Frühling,2026-03-01,12,1200,12.50\nTest intern,2026-03-01,0,0,3.00\n"
    unknown = check(marketer, text)
    assert [(name["name"], name["state"], name["similar"]) for name in unknown["names"]] == [
        ("DE_Search_Frühling", "unknown", [1]),
        ("Test intern", "unknown", []),
    ]
    assert (unknown["platform"], unknown["totals"]["problems"]) == ("meta", 2)
    assert remember(marketer, "DE_Search_Frühling", 1).status_code == 200
    assert remember(marketer, "Test  INTERN", None).status_code == 200
    for month in ("03", "04"):
        monthly = text.replace("-03-", f"-{month}-")
        found = check(marketer, monthly)
        assert [name["state"] for name in found["names"]] == ["remembered", "left_out"]
        assert (found["totals"]["problems"], found["totals"]["left_out"], found["totals"]["cents"]) == (0, 1, 1250)
        assert take(marketer, monthly, **found["mapping"]).status_code == 201
    assert days(marketer) == {"2026-03-01": 1250, "2026-04-01": 1250}
    (latest, _) = marketer.get(IMPORTS).json()["data"]
    assert latest["left_out"] == [{"line": 3, "day": "2026-04-01", "cents": 300, "reason": "name"}]
    assert [row["created_by"] for row in stored(db, PlatformName)] == ["staff:1", "staff:1"]


@pytest.mark.both_databases(sample="postgresql")
def test_a_remembered_name_is_changed_and_forgotten_and_its_past_is_kept(marketer: TestClient, db: Database) -> None:
    text = f"{META}Solar alt,2026-03-01,1,2,12.50\n"
    first = remember(marketer, "Solar alt", 1).json()
    assert remember(marketer, "solar ALT", 1).json()["id"] == first["id"], "the same again changes nothing"
    second = remember(marketer, "Solar alt", 2).json()
    assert check(marketer, text)["rows"][0]["campaign_id"] == 2
    assert [one["id"] for one in marketer.get(NAMES).json()["data"]] == [second["id"]]
    assert marketer.post(f"{NAMES}/{second['id']}/forget").json()["campaign_name"] == "Herbst"
    assert check(marketer, text)["names"][0]["state"] == "unknown"
    assert refusal(marketer.post(f"{NAMES}/{second['id']}/forget")) == (404, "not_found")
    assert [row["forgotten_by"] for row in stored(db, PlatformName)] == ["staff:1", "staff:1"]
    told = [entry for entry in stored(db, AuditEntry) if entry["subject"].startswith("platform_name:")]
    assert [(entry["action"], entry["details"]["campaign_id"]) for entry in told] == [
        ("platform_name.remembered", 1),
        ("platform_name.remembered", 2),
        ("platform_name.forgotten", 2),
    ]
    assert "Solar alt" not in str(told)
    remember(marketer, "Solar alt", 1, "google")
    assert check(marketer, text)["names"][0]["state"] == "unknown", "of another platform"
    assert refusal(remember(marketer, "Alles", 99)) == (404, "not_found")
    for name, platform in ((" ", "meta"), ("Alles", "myspace")):
        assert refusal(remember(marketer, name, 1, platform)) == (422, "validation")


def test_a_month_counts_evenly_on_its_days_and_without_its_vat(marketer: TestClient) -> None:
    put(marketer, "2026-02-28", 500)
    text = "Kampagne;Monat;Kosten brutto\nFrühling;Februar 2026;119,00\n"
    found = check(marketer, text, is_spread=True, vat=19)
    (row,) = found["rows"]
    assert (row["day"], row["last_day"], row["cents"], found["totals"]["rows"]) == (
        "2026-02-01", "2026-02-28", 10_000, 28,
    )  # fmt: skip
    assert (row["overlaps"]["cents"], found["totals"]["overlaps"]) == (500, 1)
    assert take(marketer, text, "replace", **found["mapping"]).status_code == 201
    spread = days(marketer)
    assert (len(spread), sum(spread.values()), set(spread.values())) == (28, 10_000, {357, 358})
    told = marketer.get(IMPORTS).json()["data"][0]
    assert (told["vat"], told["is_spread"], told["rows"]) == (19, True, 28)
    undo(marketer, told["id"])
    assert days(marketer) == {"2026-02-28": 500}
