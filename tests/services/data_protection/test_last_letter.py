"""A household without a mailbox is told of its erasure by a letter, which alone keeps its postal address until then."""

import pytest
from starlette.testclient import TestClient

from services.mail.models import Mail
from services.staff.models import AuditEntry
from tests.fixtures.pdf import is_accessible, words_of
from tests.services.data_protection.canary import CHOSEN, FIRST, LAST, PHONE, POSTCODE, Product, traces_in_database
from tests.services.reservations.test_desk_entry import KLARA
from tests.services.stored import execute, stored

RESERVATIONS = "/api/staff/reservations"
STREET, TOWN = "Am Quastental 7", "Zwetschgenfurt"
PERSON = {
    "first_name": FIRST,
    "last_name": LAST,
    "mobile_phone": PHONE,
    "street": STREET,
    "postcode": POSTCODE,
    "town": TOWN,
    **CHOSEN,
}


def erase_entered(product: Product) -> TestClient:
    """A clerk enters a household without a mailbox and an administrator erases it; the administrator's client."""
    return erase(product, enter(product))


def enter(product: Product) -> int:
    entered = product.staff("staff").post(RESERVATIONS, json=KLARA | PERSON)
    assert entered.status_code == 200, entered.text
    return int(entered.json()["id"])


def erase(product: Product, id_: int) -> TestClient:
    path = f"{RESERVATIONS}/{id_}/erasure"
    admin = product.staff()
    done = admin.post(path, json={"version": admin.get(path).json()["version"]})
    assert done.status_code == 200, done.text
    return admin


def last_letters(product: Product) -> list[int]:
    return [mail["id"] for mail in stored(product.db, Mail) if mail["kind"] == "data_erased"]


def lines(admin: TestClient) -> list[tuple[str, str, str]]:
    found = admin.get("/api/staff/work-lines?kind=letter").json()["data"]
    return [(line["title"], line["detail"], line["path"]) for line in found]


def test_the_letter_has_the_address_in_its_window_and_no_other_row_has_it(product: Product) -> None:
    admin = erase_entered(product)
    [id_] = last_letters(product)
    assert lines(admin) == [("Haushalt mit gelöschten Daten", "Ihre Daten sind gelöscht", f"/mails/{id_}/show")]
    answer = admin.get(f"/api/staff/mails/{id_}/letter.pdf")
    assert answer.headers["content-disposition"] == f'inline; filename="brief-loeschung-{id_}.pdf"'
    assert is_accessible(answer.content)
    text = words_of(answer.content)
    for said in (f"{FIRST} {LAST}", STREET, f"{POSTCODE} {TOWN}", "unser letzter Brief", "sobald dieser Brief"):
        assert said in text, said
    assert "diese E-Mail" not in text
    product.job("finish-erasures")
    assert {place.partition(".")[0] for place in traces_in_database(product.db)} == {"mails"}
    shown = admin.get(f"/api/staff/mails/{id_}")
    assert (shown.json()["state"], LAST in shown.text, STREET in shown.text) == ("to_print", False, False)


@pytest.mark.parametrize("end", ["posted", "cancel"])
def test_the_address_goes_once_the_letter_is_posted_or_withdrawn(product: Product, end: str) -> None:
    admin = erase_entered(product)
    [id_] = last_letters(product)
    if end == "posted":
        [line] = admin.get("/api/staff/work-lines?kind=letter").json()["data"]
        done = admin.post(f"/api/staff/work-lines/letter/{id_}/done", json={"version": line["version"]})
    else:
        done = admin.post(f"/api/staff/mails/{id_}/{end}")
    assert done.status_code == 200, done.text
    product.job("finish-erasures")
    assert (last_letters(product), lines(admin), traces_in_database(product.db)) == ([], [], {})
    entries = [(entry["action"], entry["subject"]) for entry in stored(product.db, AuditEntry)]
    assert ({"posted": "mail.posted", "cancel": "mail.cancelled"}[end], f"mail:{id_}") in entries


def test_a_letter_that_is_not_posted_goes_after_thirty_days(product: Product) -> None:
    erase_entered(product)
    [id_] = last_letters(product)
    product.clock.advance(days=29, hours=23)
    product.job("finish-erasures")
    assert last_letters(product) == [id_]
    product.clock.advance(hours=1)
    product.job("finish-erasures")
    assert (last_letters(product), traces_in_database(product.db)) == ([], {})
    last = stored(product.db, AuditEntry)[-1]
    assert (last["actor"], last["action"], last["subject"]) == ("system", "mail.letter_expired", f"mail:{id_}")


def test_a_household_without_a_full_address_gets_no_letter(product: Product) -> None:
    """As after an import of a list without streets."""
    id_ = enter(product)
    execute(product.db.engine, f"UPDATE reservations SET street = '' WHERE id = {id_}")
    erase(product, id_)
    assert last_letters(product) == []
