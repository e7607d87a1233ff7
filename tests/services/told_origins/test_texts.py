"""What households typed: shown without them, mapped backwards and onwards, and taken back."""

from typing import Any

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from services.told_origins.models import ToldOrigin
from tests.services.household.own_page import OwnPage
from tests.services.stored import stored
from tests.services.told_origins.test_question import add_campaign

TEXTS = "/api/staff/told-texts"
MAPPINGS = f"{TEXTS}/mappings"


def tell(crowd: OwnPage, number: int, text: str, **person: Any) -> None:
    key = f"key-{number}"
    crowd.reserve(key, email=f"h{number}@example.org", mobile_phone=f"0171 98765{number:02}", **person)
    call = {"idempotency_key": key, "answer": "other", "text": text}
    assert crowd.call("just-reserved/told/answer", **call).status_code == 200


def waiting(marketer: TestClient) -> dict[str, tuple[str, int]]:
    """Shown text to its key and how many typed it."""
    rows = marketer.get(TEXTS).json()["data"]
    return {row["text"]: (row["key"], row["households"]) for row in rows}


def assign(marketer: TestClient, key: str, counted_as: str) -> Any:
    return marketer.post(MAPPINGS, json={"key": key, "counted_as": counted_as})


def meanings(crowd: OwnPage) -> list[str]:
    return [row["counted_as"] for row in stored(crowd.db, ToldOrigin)]


@pytest.mark.both_databases
def test_a_text_is_mapped_for_past_and_future_households_and_the_mapping_taken_back(
    crowd: OwnPage, marketer_of: TestClient
) -> None:
    tell(crowd, 1, "Lage der Nation")
    tell(crowd, 2, "LAGE der Nation ")
    tell(crowd, 3, "Messe")
    found = waiting(marketer_of)
    assert {text: count for text, (_, count) in found.items()} == {"LAGE der Nation": 2, "Messe": 1}
    made = assign(marketer_of, found["LAGE der Nation"][0], "podcast").json()
    assert (made["label"], made["households"], made["created_by_name"]) == ("Podcast", 2, "Kim Marketing")
    tell(crowd, 4, "lage der nation")
    assert meanings(crowd) == ["podcast", "podcast", "", "podcast"]
    assert list(waiting(marketer_of)) == ["Messe"]
    assert marketer_of.post(f"{MAPPINGS}/{made['id']}/undo").json()["undone_at"] is not None
    assert meanings(crowd) == ["", "", "", ""]
    assert waiting(marketer_of)["lage der nation"][1] == 3
    assert marketer_of.post(f"{MAPPINGS}/{made['id']}/undo").json()["code"] == "already_undone"
    assert marketer_of.post(f"{MAPPINGS}/99/undo").status_code == 404
    told = [(row["action"], row["details"]) for row in stored(crowd.db, AuditEntry) if "told" in row["action"]]
    assert told == [("told_text.mapped", {"counted_as": "Podcast"}), ("told_text.undone", {"counted_as": "Podcast"})]


def test_a_name_of_ones_own_is_one_however_it_is_capitalised(crowd: OwnPage, marketer_of: TestClient) -> None:
    for number, text in enumerate(("Messe", "auf der Messe", "am Messestand", "newsletter")):
        tell(crowd, number, text)
    found = waiting(marketer_of)
    assign(marketer_of, found["Messe"][0], "  Regionale  Messe")
    assign(marketer_of, found["auf der Messe"][0], "regionale messe")
    assign(marketer_of, found["newsletter"][0], "NEWSLETTER")
    assert meanings(crowd) == ["Regionale Messe", "Regionale Messe", "", "newsletter"]
    assert {"counted_as": "Regionale Messe", "label": "Regionale Messe"} in marketer_of.get(TEXTS).json()["answers"]


@pytest.mark.parametrize(
    "counted_as", ["radio", "Radiowerbung", "other", "Etwas anderes", "a@b.example", "  ", "x" * 41]
)
def test_what_a_text_cannot_count_as(crowd: OwnPage, marketer_of: TestClient, counted_as: str) -> None:
    tell(crowd, 1, "Messe")
    refused = assign(marketer_of, waiting(marketer_of)["Messe"][0], counted_as)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "counted_as")
    assert meanings(crowd) == [""]


def test_a_text_that_is_gone_is_not_mapped(crowd: OwnPage, marketer_of: TestClient) -> None:
    tell(crowd, 1, "Messe")
    key = waiting(marketer_of)["Messe"][0]
    crowd.call("just-reserved/told/withdraw", idempotency_key="key-1")
    assert assign(marketer_of, key, "press").status_code == 404


def test_no_person_is_attached_and_a_text_that_names_its_household_is_hidden(
    crowd: OwnPage, marketer_of: TestClient
) -> None:
    tell(crowd, 1, "Verein Quellental")
    renamed = update(Reservation).values(last_name="Quellental")  # as when the household corrects its name later
    crowd.db.write(lambda session: session.execute(renamed) and None)
    answer = marketer_of.get(TEXTS)
    [row] = answer.json()["data"]
    assert set(row) == {"key", "text", "households", "last_on"}
    assert row["text"] is None
    assert "quellental" not in answer.text.lower()
    made = assign(marketer_of, row["key"], "partner")
    assert (made.status_code, made.json()["text"], made.json()["label"]) == (201, None, "Stadtwerke oder Verein")
    assert "quellental" not in marketer_of.get(MAPPINGS).text.lower()


def test_the_decoy_is_told_with_what_stands_in_its_way(crowd: OwnPage, marketer_of: TestClient) -> None:
    assert marketer_of.get(TEXTS).json()["decoy"] == {"label": "Radiowerbung", "since": "2025-01-01", "is_used": True}
    add_campaign(crowd)
    assert marketer_of.get(TEXTS).json()["decoy"]["is_used"] is False
