"""A household that orders, and what becomes of it."""

from dataclasses import dataclass
from typing import Any

from httpx2 import Response
from sqlalchemy import select

from services.contracts.models import Contract
from services.reservations.desk.perform import Request, perform
from services.reservations.transitions import DECIDE, OPERATIONS, Operation
from services.settings import Settings
from tests.fixtures.staff import state_of
from tests.services.household.own_page import OWN_PAGE, OwnPage

IBAN = "DE89 3704 0044 0532 0130 00"
ENTERED: dict[str, Any] = {
    "street": "Am Stein 3",
    "town": "Ingolstadt",
    "iban": IBAN,
    "account_holder": "Änne Müller",
}
DECLARED: dict[str, Any] = {"agrees_to_contract": True, "gives_mandate": True, "wants_credit": True}


@dataclass
class Orders:
    """One household's way to a contract."""

    house: OwnPage

    @property
    def settings(self) -> Settings:
        """Those of the app."""
        found: Settings = state_of(self.house.client).settings
        return found

    def decide(self, plan: str = "one-off", **changes: Any) -> None:
        """Reserve, be invited and fix the share."""
        self.house.reserve(payment_plan=plan, **changes)
        self.house.open()
        self.do(OPERATIONS["invite"])
        self.do(DECIDE)

    def do(self, operation: Operation) -> None:
        """An operation of staff on its reservation."""
        request = Request(operation, (self.house.row().id,), "staff:7", reason="so")
        self.house.db.write(lambda session: perform(session, request, self.house.clock.now))

    def show(self) -> dict[str, Any]:
        """What the page says of the contract."""
        response = self.house.client.get("/api/household/contract")
        assert response.status_code == 200, response.text
        shown: dict[str, Any] = response.json()
        return shown

    def show_again(self) -> dict[str, Any]:
        """The same after the session has ended, by a fresh link."""
        self.house.call("links", email="aenne.mueller@example.org")
        self.house.press()
        return self.show()

    def call(self, path: str = "", **changes: Any) -> Response:
        """Order, or ask for the papers."""
        offer = self.show()["offer"] or {"fingerprint": ""}
        body = {**ENTERED, **({} if path else DECLARED), "fingerprint": offer["fingerprint"], **changes}
        return self.house.client.post(f"/api/household/contract{path}", json=body, headers=OWN_PAGE)

    def order(self, **changes: Any) -> dict[str, Any]:
        """Order; the contract as the page shows it then."""
        response = self.call(**changes)
        assert response.status_code == 200, response.text
        contract: dict[str, Any] = response.json()["contract"]
        return contract

    def row(self) -> Contract:
        """The newest contract."""
        with self.house.db.read() as session:
            return session.scalars(select(Contract).order_by(Contract.id.desc()).limit(1)).one()
