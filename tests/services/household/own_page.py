"""A household with a mail program and a browser, for the tests of its own page."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.link_tokens import link_token
from services.mail.models import Mail
from services.reservations.models import Reservation
from services.settings import Settings
from tests.factories import reservation_body
from tests.services.held_clock import HeldClock

KEY = "7f5c1e1a-3b0d-4f7e-9a57-0c4f5a1d2b3c"
OWN_PAGE = {"sec-fetch-site": "same-origin"}


@dataclass
class OwnPage:
    """One browser of a household, and what waits in its mailbox."""

    client: TestClient
    db: Database
    clock: HeldClock
    folder: Path

    def reserve(self, key: str = KEY, **changes: Any) -> dict[str, Any]:
        """Reserve as the form does; the answer."""
        response = self.client.post(
            "/functions/v1/reserve-spot", json=reservation_body(**changes), headers={"idempotency-key": key}
        )
        assert response.status_code == 200, response.text
        answer: dict[str, Any] = response.json()
        return answer

    def call(self, path: str, **body: Any) -> Response:
        """A call of the page's own script."""
        return self.client.post(f"/api/household/{path}", json=body, headers=OWN_PAGE)

    def show(self) -> Response:
        return self.client.get("/api/household/reservation")

    def mails(self, kind: str = "", to: str = "") -> list[Mail]:
        """The mails ordered so far, oldest first."""
        with self.db.read() as session:
            rows = session.scalars(select(Mail).order_by(Mail.id)).all()
        return [row for row in rows if row.kind.startswith(kind) and to in row.recipient]

    def token(self, kind: str = "", to: str = "") -> str:
        """The token of the latest mail with a link."""
        seeds = [mail.values["link_seed"] for mail in self.mails(kind, to) if "link_seed" in mail.values]
        secret = Settings(_env_file=None, data_dir=self.folder / "var").secret_key  # type: ignore[call-arg]
        return link_token(secret, seeds[-1])

    def press(self, token: str = "") -> Response:
        return self.call("links/press", token=token or self.token())

    def open(self) -> dict[str, Any]:
        """Press the button of the latest mail; what the page shows then."""
        assert self.press().status_code == 200
        shown: dict[str, Any] = self.show().json()["reservation"]
        return shown

    def row(self, reference: str = "") -> Reservation:
        with self.db.read() as session:
            rows = session.scalars(select(Reservation).order_by(Reservation.id)).all()
        return [row for row in rows if reference in row.reference][-1]

    def at(self, moment: datetime) -> None:
        self.clock.now = moment
