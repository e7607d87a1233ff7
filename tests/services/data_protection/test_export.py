"""A household takes its data along: every table that leads to it, nobody else's, as JSON and as a document to read."""

import json
from typing import Any

from services.core.db.db import Database
from services.data_protection.person import person_of, rows_of
from services.data_protection.registry import OF_HOUSEHOLDS
from services.reservations.models import Reservation
from tests.fixtures.pdf import is_accessible, pages_of
from tests.services.data_protection.canary import EMAIL, FIRST, LAST, PERSON, PHONE, Product, settle_in
from tests.services.stored import execute

FILE = "/api/household/reservation/data/file"


def exported(product: Product) -> dict[str, dict[str, Any]]:
    answer = product.client.get(f"{FILE}.json")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "attachment" in answer.headers["content-disposition"]
    return {table["name"]: table for table in json.loads(answer.content)["tables"]}


def tables_with_rows(db: Database, reservation_id: int) -> set[str]:
    """The tables in which a query of its own finds rows of the household."""
    with db.read() as session:
        person = person_of(session, session.get_one(Reservation, reservation_id))
        queries = {one.name: one.table.select().where(rows_of(one, person)).limit(1) for one in OF_HOUSEHOLDS}
        return {name for name, query in queries.items() if session.execute(query).first()}


def test_the_file_has_every_table_that_holds_the_household(product: Product) -> None:
    assert product.client.get(f"{FILE}.json").status_code == 401
    own = settle_in(product)
    tables = exported(product)
    assert tables.keys() == tables_with_rows(product.db, product.page.row().id)
    assert tables.keys() >= {
        "reservations", "reservation_changes", "reservation_tags", "reservation_touches", "consents", "mails",
        "household_links", "household_sessions", "waiting_entries", "waiting_events", "contact_messages",
        "referral_codes", "referral_uses",
    }  # fmt: skip
    [reservation] = tables["reservations"]["rows"]
    assert (reservation["first_name"], reservation["last_name"], reservation["email"]) == (FIRST, LAST, EMAIL)
    assert [row["text"] for row in tables["reservation_notes"]["rows"]] == [f"{LAST} ruft an"]
    assert tables["contact_messages"]["rows"][0]["message"].startswith("Hier Zwetschgenfurt")
    mail = tables["mails"]["rows"][0]
    assert (mail["recipient"], mail["subject"]) == (EMAIL, "Ihr Platz ist reserviert")
    assert tables["referral_codes"]["rows"][0]["households"] == 0
    whole = json.dumps(tables)
    assert all(table["rows"] and table["columns"].keys() == table["rows"][0].keys() for table in tables.values())
    assert own["reference"] in whole
    assert PHONE in whole
    assert "platz" + "1@example.org" not in whole, "somebody else's"
    assert "seed" not in whole
    assert "sha256" not in whole.replace("text_sha256", "")
    check_document(product)


def check_document(product: Product) -> None:
    """It reads in German."""
    answer = product.client.get(f"{FILE}.pdf")
    assert answer.headers["content-type"] == "application/pdf"
    assert is_accessible(answer.content)
    pages = pages_of(answer.content)
    assert len(pages) >= 2
    read = " ".join(pages)
    for words in ("Ihre Daten bei Voltigo", "Reservierungen", "Paketpreis 1.299,00 €", "Effektiver Jahreszins 5,81 %",
                  "Einwilligungen und Bestätigungen", "Ihre Rechte", f"{LAST} ruft an", "Seite 1 von"):  # fmt: skip
        assert words in read
    assert "_" not in read.replace(EMAIL, "")


def test_other_reservations_come_along_only_if_their_address_is_confirmed_too(product: Product) -> None:
    execute(product.db.engine, "UPDATE parks SET spot_limit = 9")
    product.page.reserve(key="first-of-two-" * 2, **PERSON)
    product.page.open()
    other = {**PERSON, "email": EMAIL.replace("@", "+zwei@"), "mobile_phone": "0172 5551122"}
    product.page.reserve(key="second-of-two-" * 2, **other)
    assert len(exported(product)["reservations"]["rows"]) == 1
    execute(product.db.engine, "UPDATE reservations SET email_confirmed_at = created_at WHERE email LIKE '%+zwei@%'")
    assert len(exported(product)["reservations"]["rows"]) == 2
