"""A template as the household reads it while a clerk still writes it."""

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.factories import reservation_body
from tests.services.stored import stored

PREVIEW = "/api/staff/answer-templates/preview"
GREETING = "Guten Tag {vorname} {nachname},\n\nIhr Platz ist {platz}."


def preview(clerk: TestClient, **changes: Any) -> dict[str, Any]:
    answer = clerk.post(PREVIEW, json={"subject": "Ihr Platz", "text": GREETING, **changes})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_without_a_reservation_an_example_household_reads_it(clerk: TestClient) -> None:
    read = preview(clerk)
    assert (read["household"], read["faults"]) == ("Erika Beispiel", [])
    assert "Guten Tag Erika Beispiel," in read["text"]
    assert "Ihr Platz ist 217." in read["html"]
    assert "Kim Staff" in read["text"], "signed as it will be"


def test_a_chosen_household_reads_its_own_values(client: TestClient, clerk: TestClient, db: Database) -> None:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
    (household,) = stored(db, Reservation)
    read = preview(clerk, reservation_id=household["id"])
    assert read["household"] == f"{household['first_name']} {household['last_name']}"
    assert f"Ihr Platz ist {household['spot_number']}." in read["text"]
    assert clerk.post(PREVIEW, json={"reservation_id": household["id"] + 1}).status_code == 404


def test_what_is_no_field_is_marked_and_says_why(clerk: TestClient) -> None:
    read = preview(clerk, text="{vornahme}, {wetter}, {vorname}, { und <b>", subject="{}")
    reasons = {fault["field"]: fault["reason"] for fault in read["faults"]}
    assert reasons == {
        "{}": "Diese Klammer gehört zu keinem Feld.",
        "{vornahme}": "Dieses Feld gibt es nicht. Meinten Sie {vorname}?",
        "{wetter}": "Dieses Feld gibt es nicht.",
        "{": "Diese Klammer gehört zu keinem Feld.",
    }
    assert all(fault["is_unknown"] for fault in read["faults"])
    marked = re.findall(r"<mark[^>]*>([^<]*)</mark>", read["html"])
    assert list(dict.fromkeys(marked)) == ["{vornahme}", "{wetter}", "{"]  # also where a part of it is repeated
    assert "&lt;b&gt;" in read["html"]
    assert "{vornahme}, {wetter}, Erika, { und <b>" in read["text"]


def test_a_field_without_a_value_for_this_household_is_told_apart(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    assert client.post("/functions/v1/reserve-spot", json=reservation_body(payment_plan="one-off")).status_code == 200
    (household,) = stored(db, Reservation)
    (fault,) = preview(clerk, text="{rate}", reservation_id=household["id"])["faults"]
    assert (fault["field"], fault["is_unknown"]) == ("{rate}", False)
    assert fault["reason"].startswith("Für diesen Haushalt gibt es dazu keinen Wert.")


@pytest.mark.parametrize("end", ["\r\nBcc: fremd@example.org", "\n", "\r", "\u2028x", "\x0bx", "\x85x"])
def test_a_subject_of_several_lines_is_refused_at_its_field(clerk: TestClient, end: str) -> None:
    answer = clerk.post(PREVIEW, json={"subject": f"Ihr Platz{end} morgen", "text": GREETING})
    assert answer.status_code == 422, answer.text
    [fault] = answer.json()["errors"]
    assert (fault["field"], fault["message"]) == ("subject", "Bitte entfernen Sie die unsichtbaren Zeichen.")


def test_a_template_that_was_only_begun_is_shown_as_it_stands(clerk: TestClient) -> None:
    assert preview(clerk, subject="", text="")["faults"] == []
