"""Households on the waiting list of a small park, each with a browser and a mailbox, for the tests."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from httpx2 import Response
from sqlalchemy import select, update
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.mail.link_tokens import link_token
from services.mail.models import Mail
from services.parks.models import Park, Spot
from services.reservations.desk.parks import cancel
from services.reservations.desk.perform import Request, perform
from services.reservations.models import Reservation
from services.reservations.release import release_due
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import OPERATIONS
from services.settings import Settings
from services.waiting_list.deadlines import Served, serve_waiting_lists
from services.waiting_list.models import WaitingEntry, WaitingEvent, WaitingOffer
from tests.factories import letters, reservation_body
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OWN_PAGE

PARK = "ingolstadt"


def open_small_park(db: Database, spots: int, kwh: int | None) -> None:
    """Limit the park to its first places and to so many kWh a year."""
    limits = {"spot_limit": spots, "kwh_limit": kwh}
    db.write(lambda session: session.execute(update(Park).where(Park.id == PARK).values(limits)))


@dataclass
class Line:
    """The park, and everybody who wants a place in it."""

    client: TestClient
    db: Database
    clock: HeldClock
    folder: Path
    households: int = 0

    def reserve(self, kwh: int = 3000, **changes: Any) -> Response:
        """Another household reserves."""
        self.households += 1
        number = self.households
        body = reservation_body(
            annual_kwh=kwh,
            expected_annual_credit=kwh * 0.05,
            email=f"platz{number}@example.org",
            mobile_phone=f"0170 {3000000 + number}",
            last_name=f"P{letters(number).lower()}",
            **changes,
        )
        return self.client.post("/functions/v1/reserve-spot", json=body, headers={"idempotency-key": f"key-{number}"})

    def fill(self, *kwh: int) -> None:
        """Reserve one place after the other."""
        for one in kwh:
            assert self.reserve(one).status_code == 200

    def call(self, path: str, **body: Any) -> Response:
        return self.client.post(f"/api/waiting-list/{path}", json=body, headers=OWN_PAGE)

    def join(self, name: str, kwh: int = 3000, **changes: Any) -> Response:
        """A household enters the list; its browser is then let in."""
        wish = {"annual_kwh": kwh, "payment_plan": "one-off"} | changes
        return self.call("entries", name=name, email=f"{name.lower()}@example.org", **wish)

    def confirm(self, name: str) -> None:
        """It presses the button behind the link of its latest mail."""
        assert self.call("links/press", token=self.token(name)).status_code == 200

    def enter(self, name: str, kwh: int = 3000) -> None:
        """Join and confirm."""
        assert self.join(name, kwh).status_code == 200
        self.confirm(name)

    def as_(self, name: str) -> "Line":
        """Continue in the browser of an entry, let in by a fresh link."""
        assert self.call("links", email=f"{name.lower()}@example.org").status_code == 200
        self.confirm(name)
        return self

    def shown(self) -> dict[str, Any]:
        """The entry this browser sees."""
        entry: dict[str, Any] = self.client.get("/api/waiting-list/entry").json()["entry"]
        return entry

    def accept(self, key: str = "accept-1", **changes: Any) -> Response:
        body = reservation_body(**changes)
        headers = {**OWN_PAGE, "idempotency-key": key}
        return self.client.post("/api/waiting-list/entry/accept", json=body, headers=headers)

    def free(self, number: int) -> None:
        """The household of a place cancels, the day of the undo passes, and the jobs run."""
        with self.db.read() as session:
            held = (Reservation.spot_number == number) & Reservation.state.in_(HOLDS_A_SPOT)
            (id_,) = session.scalars(select(Reservation.id).where(held))
        request = Request(OPERATIONS["cancel"], (id_,), "staff:1", "Auf Wunsch.")
        self.db.write(lambda session: perform(session, request, self.clock.now))
        self.clock.now += timedelta(hours=24)
        self.serve()

    def limit_energy(self, kwh: int) -> None:
        """Let the park give so many kWh a year at most."""
        open_small_park(self.db, spots=3, kwh=kwh)

    def pause(self, since: datetime | None) -> None:
        """Staff pause reservations, or open them again."""
        paused = update(Park).where(Park.id == PARK).values(paused_at=since)
        self.db.write(lambda session: session.execute(paused))

    def cancel_park(self) -> None:
        """Staff call the park off."""
        wish = cancel.Wish(self.park().name, confirmed_count=2, reason="Keine Genehmigung.")
        self.db.write(lambda session: cancel.cancel(session, PARK, wish, "staff:1", self.clock.now))

    def serve(self) -> Served:
        """The jobs of a minute."""
        release_due(self.db, self.clock)
        return serve_waiting_lists(self.db, self.clock)

    def mails(self, kind: str = "", to: str = "") -> list[Mail]:
        with self.db.read() as session:
            rows = session.scalars(select(Mail).order_by(Mail.id)).all()
        return [row for row in rows if row.kind.startswith(kind) and row.recipient.startswith(to.lower())]

    def token(self, name: str) -> str:
        seeds = [mail.values["link_seed"] for mail in self.mails("waiting", name) if mail.values.get("link_seed")]
        secret = Settings(_env_file=None, data_dir=self.folder / "var").secret_key  # type: ignore[call-arg]
        return link_token(secret, seeds[-1])

    def entry(self, name: str) -> WaitingEntry:
        with self.db.read() as session:
            query = select(WaitingEntry).where(WaitingEntry.name == name).order_by(WaitingEntry.id.desc())
            return session.scalars(query.limit(1)).one()

    def state(self, name: str) -> str:
        return self.entry(name).state

    def offers(self) -> list[WaitingOffer]:
        with self.db.read() as session:
            return list(session.scalars(select(WaitingOffer).order_by(WaitingOffer.id)))

    def events(self, name: str) -> list[WaitingEvent]:
        entry = self.entry(name)
        with self.db.read() as session:
            query = select(WaitingEvent).where(WaitingEvent.entry_id == entry.id).order_by(WaitingEvent.id)
            return list(session.scalars(query))

    def spots(self) -> dict[int, tuple[str, str | None]]:
        """State and reason of the hold of each place within the limit."""
        with self.db.read() as session:
            limit = session.scalars(select(Park.spot_limit).where(Park.id == PARK)).one()
            rows = session.scalars(select(Spot).where(Spot.park_id == PARK, Spot.number <= limit))
            return {row.number: (row.state, row.held_for) for row in rows}

    def park(self) -> Park:
        with self.db.read() as session:
            return session.get_one(Park, PARK)

    def at(self, moment: datetime) -> None:
        self.clock.now = moment
