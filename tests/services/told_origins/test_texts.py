"""What households typed: listed without them."""

from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.reservations.models import Reservation
from tests.services.household.own_page import OwnPage

TEXTS = "/api/staff/told-texts"


def tell(crowd: OwnPage, number: int, text: str, **person: Any) -> None:
    key = f"key-{number}"
    crowd.reserve(key, email=f"h{number}@example.org", mobile_phone=f"0171 98765{number:02}", **person)
    call = {"idempotency_key": key, "answer": "other", "text": text}
    assert crowd.call("just-reserved/told/answer", **call).status_code == 200


@pytest.mark.both_databases
def test_texts_are_counted_however_they_are_capitalised_and_gone_with_the_answer(
    crowd: OwnPage, marketer_of: TestClient
) -> None:
    for number, text in enumerate(("Messe", "Lage der Nation", "LAGE der Nation ", "Vortrag")):
        tell(crowd, number, text)
    crowd.call("just-reserved/told/withdraw", idempotency_key="key-3")
    found = marketer_of.get(TEXTS).json()
    assert [(row["text"], row["households"]) for row in found["data"]] == [("LAGE der Nation", 2), ("Messe", 1)]
    assert found["total"] == 2
    assert found["data"][0]["last_on"] == crowd.clock().date().isoformat()


def test_no_person_is_attached_and_a_text_that_names_its_household_is_hidden(
    crowd: OwnPage, marketer_of: TestClient
) -> None:
    tell(crowd, 1, "Verein Quellental")
    renamed = update(Reservation).values(last_name="Quellental")  # as when the household corrects its name later
    crowd.db.write(lambda session: session.execute(renamed) and None)
    answer = marketer_of.get(TEXTS)
    [row] = answer.json()["data"]
    assert set(row) == {"text", "households", "last_on"}
    assert row["text"] is None
    assert "quellental" not in answer.text.lower()
