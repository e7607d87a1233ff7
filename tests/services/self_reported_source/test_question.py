"""The question after reserving: who may answer, what is kept, and what it takes to be asked again."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from analytics.runner import models
from services.reservations.models import Reservation
from services.self_reported_source.answers import CHOICES, FORMER, KEYS, LABELS, LAST, UNSURE, in_order
from services.self_reported_source.inputs import ToldIn
from services.self_reported_source.models import LONGEST_TEXT, ToldOrigin
from tests.services.household.own_page import KEY, OwnPage
from tests.services.refusals import refusals
from tests.services.stored import stored


def ask(house: OwnPage, key: str = KEY) -> dict[str, Any]:
    found: dict[str, Any] = house.call("just-reserved/told", idempotency_key=key).json()
    return found


def tell(house: OwnPage, answer: str, text: str = "", key: str = KEY) -> Any:
    return house.call("just-reserved/told/answer", idempotency_key=key, answer=answer, text=text)


def test_an_answer_is_kept_changed_and_taken_back(house: OwnPage) -> None:
    house.reserve()
    first = ask(house)
    assert (first["state"], first["answer"], first["text"]) == ("open", None, "")
    assert sorted(first["choices"]) == sorted(KEYS)
    told = tell(house, "podcast").json()
    assert (told["state"], told["answer"], told["choices"]) == ("answered", "podcast", first["choices"])
    assert ask(house) == told, "a reload shows the answer instead of asking again"
    changed = tell(house, "other", "  Lage der Nation ").json()
    assert (changed["answer"], changed["text"]) == ("other", "Lage der Nation")
    assert (tell(house, "press", "Reste").json()["text"]) == "", "only `other` has words of its own"
    gone = house.call("just-reserved/told/withdraw", idempotency_key=KEY).json()
    assert (gone["state"], gone["answer"], ask(house)["state"]) == ("withdrawn", None, "withdrawn")
    [row] = stored(house.db, ToldOrigin)
    assert (row["answer"], row["text"]) == ("", "")
    assert tell(house, "friends").json()["state"] == "answered"


def test_only_the_browser_that_reserved_is_asked_and_for_two_hours(house: OwnPage) -> None:
    house.reserve()
    calls = ({"path": "just-reserved/told"}, {"path": "just-reserved/told/answer", "answer": "press"})
    for call in (*calls, {"path": "just-reserved/told/withdraw"}):
        assert house.call(**call, idempotency_key="guessed").status_code == 404
    house.clock.advance(hours=2, seconds=1)
    assert tell(house, "press").status_code == 404
    assert stored(house.db, ToldOrigin) == []


def test_calls_are_counted_as_those_of_the_page_beside_it(house: OwnPage) -> None:
    codes = [ask(house, "guessed").get("code") for _ in range(40)]
    assert (codes[0], codes[-1]) == ("not_found", "rate_limited")


def test_what_is_refused() -> None:
    for given, field, code in (
        ({}, "answer", "missing"),
        ({"answer": "tv"}, "answer", "unknown_choice"),
        ({"answer": "radio"}, "answer", "unknown_choice"),
        ({"answer": "other", "text": "x" * (LONGEST_TEXT + 1)}, "text", "too_long"),
        ({"answer": "other", "text": "ruft 0172 5557711 an"}, "text", "personal"),
        ({"answer": "other", "text": "a@b.example"}, "text", "personal"),
    ):
        [fault] = refusals(ToldIn, {"idempotency_key": "k", **given})
        assert (fault["field"], fault["code"]) == (field, code)


def test_a_household_does_not_name_itself(house: OwnPage) -> None:
    house.reserve(first_name="Aurelia", last_name="Quast")
    refused = tell(house, "other", "Ich bin die Quast aus dem Verein")
    assert (refused.status_code, refused.json()["errors"][0]["code"]) == (422, "personal")
    assert stored(house.db, ToldOrigin) == [], "nothing is kept, and the next answer is the first"


def test_the_order_is_the_households_own_and_the_last_two_stay() -> None:
    orders = [in_order(f"VG-{number:04}-AAAA") for number in range(1000)]
    assert all(order[-2:] == ["unsure", "other"] for order in orders)
    assert all(sorted(order) == sorted(KEYS) for order in orders)
    firsts = Counter(order[0] for order in orders)
    assert set(firsts) == set(CHOICES)
    assert max(firsts.values()) < 2 * min(firsts.values()), "each answer comes first about as often"
    assert orders[7] == in_order("VG-0007-AAAA")
    assert set(LABELS) == set(KEYS)


def test_who_gave_the_former_answer_just_before_an_upgrade_is_asked_again(house: OwnPage) -> None:
    """And it stays until another is given."""
    house.reserve()
    tell(house, "press")
    house.db.write(lambda session: session.execute(update(ToldOrigin).values(answer="radio")) and None)
    assert (ask(house)["state"], ask(house)["answer"]) == ("open", None)
    assert stored(house.db, ToldOrigin)[0]["answer"] == "radio"
    assert tell(house, "broadcast").json()["state"] == "answered"


TEXTS = "/api/staff/told-texts"


def write_text(crowd: OwnPage, number: int, text: str, **person: Any) -> None:
    key = f"key-{number}"
    crowd.reserve(key, email=f"h{number}@example.org", mobile_phone=f"0171 98765{number:02}", **person)
    call = {"idempotency_key": key, "answer": "other", "text": text}
    assert crowd.call("just-reserved/told/answer", **call).status_code == 200


@pytest.mark.both_databases
def test_texts_are_counted_however_they_are_capitalised_and_gone_with_the_answer(
    crowd: OwnPage, marketer_of: TestClient
) -> None:
    for number, text in enumerate(("Messe", "Lage der Nation", "LAGE der Nation ", "Vortrag")):
        write_text(crowd, number, text)
    crowd.call("just-reserved/told/withdraw", idempotency_key="key-3")
    found = marketer_of.get(TEXTS).json()
    assert [(row["text"], row["households"]) for row in found["data"]] == [("LAGE der Nation", 2), ("Messe", 1)]
    assert found["total"] == 2
    assert found["data"][0]["last_on"] == crowd.clock().date().isoformat()


def test_no_person_is_attached_and_a_text_that_names_its_household_is_hidden(
    crowd: OwnPage, marketer_of: TestClient
) -> None:
    write_text(crowd, 1, "Verein Quellental")
    renamed = update(Reservation).values(last_name="Quellental")  # as when the household corrects its name later
    crowd.db.write(lambda session: session.execute(renamed) and None)
    answer = marketer_of.get(TEXTS)
    [row] = answer.json()["data"]
    assert set(row) == {"text", "households", "last_on"}
    assert row["text"] is None
    assert "quellental" not in answer.text.lower()


SITE = Path(__file__).parents[3] / "public-web" / "src" / "content" / "de" / "toldOrigin.ts"


def test_the_reports_have_the_same_labels_and_know_what_each_says() -> None:
    rows = duckdb.sql(models()["staging.told_labels"].sql).fetchall()
    former = dict.fromkeys(FORMER, LABELS[UNSURE])
    assert {answer: label for answer, label, _ in rows} == {**LABELS, **former}
    kinds = {**dict.fromkeys(CHOICES, "choice"), **{key: key for key in LAST}, **dict.fromkeys(FORMER, UNSURE)}
    assert {answer: kind for answer, _, kind in rows} == kinds


def test_the_site_has_the_same_labels() -> None:
    labels = SITE.read_text().partition("answers: {")[2].partition("}")[0]
    assert dict(re.findall(r"(\w+): '([^']+)'", labels)) == LABELS
