"""What the household leaves behind with people who work here and with other households: declarations, a mailbox that
refuses a mail, places offered by it and to it.
"""

from typing import Any

from sqlalchemy import update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.declarations.models import Declaration
from services.mail.models import Mail
from services.reservations.models import Reservation
from services.waiting_list.models import WaitingEntry, WaitingOffer
from tests.services.data_protection.canary import EMAIL, FIRST, LAST, Product
from tests.services.declarations.forms import NOTICE, WITHDRAWAL, declare
from tests.services.household.passing_on import BEN, ask
from tests.services.household.passing_on import token as hand_over_token
from tests.services.stored import stored


def deal_with_others(product: Product, reference: str) -> None:
    """Everything of the above, by calls that anybody makes; the browser is then the household's again."""
    admin = product.staff()
    _change_the_share(product)
    _offer_and_be_offered(product, reference)
    _decline_an_offer(product)
    _declare(product, admin, reference)
    id_ = refuse(product, EMAIL)
    settled = {"reason": f"Mit {LAST} telefoniert"}
    assert admin.post(f"/api/staff/refused-mails/{id_}/settle", json=settled).status_code == 200


def refuse(product: Product, address: str) -> int:
    """The mail server refuses the latest mail about a household's place for good; the mail's id."""
    mails = [row for row in stored(product.db, Mail) if row["recipient"] == address]
    mail = [row for row in mails if row["subject_ref"].startswith("reservation:")][-1]
    refused = {"state": "failed", "fault": "recipient", "last_error": f"550 5.1.1 <{address}>: user unknown"}
    _update(product.db, mail["id"], refused)
    return int(mail["id"])


def _update(db: Database, mail_id: int, values: dict[str, Any]) -> None:
    db.write(lambda session: session.execute(update(Mail).where(Mail.id == mail_id).values(values)) and None)


def _change_the_share(product: Product) -> None:
    row = product.page.row()
    known = {"known_kwh": row.annual_kwh, "known_plan": row.payment_plan}
    changed = product.page.call("reservation/share", annual_kwh=2000, payment_plan="48m", **known)
    assert changed.status_code == 200, changed.text


def _offer_and_be_offered(product: Product, reference: str) -> None:
    page = product.page
    assert ask(page).status_code == 200
    assert page.call("hand-over/decline", token=hand_over_token(page, BEN)).status_code == 200
    neighbour = stored(product.db, Reservation)[0]["email"]
    assert page.press(page.token(to=neighbour)).status_code == 200
    assert ask(page, EMAIL, f"{FIRST} {LAST}").status_code == 200
    assert page.call("hand-over/decline", token=hand_over_token(page, EMAIL)).status_code == 200
    assert page.call("links", email=EMAIL).status_code == 200
    assert page.press(page.token("page_link", EMAIL)).status_code == 200


def _decline_an_offer(product: Product) -> None:
    """Of the waiting list, as it stays in the rows: no place is free by now."""
    entry = stored(product.db, WaitingEntry)[-1]
    at = product.clock()
    moments = {"offered_at": at, "expires_at": at, "reminded_at": at, "answered_at": at}
    offer = {"entry_id": entry["id"], "park_id": entry["park_id"], "spot_number": 2, "annual_kwh": 1000}
    row = WaitingOffer(**offer, **moments, is_smaller=False, answer="declined")
    product.db.write(lambda session: session.add(row))


def _declare(product: Product, admin: TestClient, reference: str) -> None:
    """A withdrawal and a notice, both matched with the reservation and answered."""
    own = {"name": f"{FIRST} {LAST}", "email": EMAIL, "contract": reference}
    notice = {"notice_kind": "extraordinary", "reason": f"{LAST} zieht um", "end": "day", "wished_end": "2026-12-31"}
    declare(product.client, WITHDRAWAL, "a" * 24, **own, remark=f"Viele Grüße, {LAST}")
    declare(product.client, NOTICE, "b" * 24, **own, **notice)
    for row in stored(product.db, Declaration):
        answer_with(admin, row["id"], reference, f"Guten Tag {FIRST} {LAST}, ein Vertrag besteht noch nicht.")


def answer_with(admin: TestClient, declaration_id: int, reference: str | None, words: str) -> None:
    """Match a declaration with a reservation, or with none, and reject it."""
    path = f"/api/staff/declarations/{declaration_id}"
    for name, body in (("match", {"reference": reference}), ("reject", {"words": words})):
        answer = admin.post(f"{path}/{name}", json={"version": admin.get(path).json()["version"], **body})
        assert answer.status_code == 200, answer.text
