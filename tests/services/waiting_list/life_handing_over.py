"""Rules of the state machine: a household confirms its address, offers its place to another one, and what follows."""

from collections.abc import Sequence

from hypothesis import strategies as st
from hypothesis.stateful import rule
from sqlalchemy import select

from services.household.hand_over import ask
from services.household.hand_over.accept import accept
from services.household.hand_over.answers import decline
from services.household.hand_over.inputs import AcceptIn, HandOverIn
from services.household.hand_over.mails import subject_ref
from services.household.hand_over.models import HandOver
from services.household.sign_in import use_link
from services.parks.models import Park, Spot
from services.reservations.mails import send_link
from services.reservations.models import Reservation
from services.waiting_list.models import WaitingOffer
from tests.factories import letters
from tests.services.household.passing_on import OWN_DATA
from tests.services.waiting_list.life_means import Means
from tests.services.waiting_list.line import PARK

WHICH = st.integers(0, 20)


class HandingOver(Means):
    """Both households of a place that changes hands."""

    @rule(which=WHICH)
    def confirm_address(self, which: int) -> None:
        """A press on the link of the first mail; after a lapse it brings the place back."""
        if id_ := self.pick(Reservation, which, Reservation.email_confirmed_at.is_(None)):
            self.count_act("confirm_address", self.press(id_))

    @rule(which=WHICH)
    def ask_hand_over(self, which: int) -> None:
        """Offer a place that is confirmed first, if it is not yet."""
        id_ = self.pick(Reservation, which, Reservation.state.in_(("reserved", "invited")))
        if id_ is None:
            return
        with self.db.read() as session:
            is_confirmed = session.get_one(Reservation, id_).email_confirmed_at is not None
        if not is_confirmed:
            self.press(id_)
        self.count += 1
        wanted = HandOverIn.model_validate({"name": "Wer Übernimmt", "email": f"nimmt{self.count}@example.net"})
        self.write(lambda session: ask.ask(session, self.settings, id_, wanted, self.clock.now))

    @rule(which=WHICH)
    def withdraw_hand_over(self, which: int) -> None:
        if found := self.open_hand_over(which):
            self.write(lambda session: ask.withdraw(session, found.reservation_id, self.clock.now))

    @rule(which=WHICH)
    def decline_hand_over(self, which: int) -> None:
        found = self.open_hand_over(which)
        token = self.token(("hand_over_offered",), subject_ref(found.id)) if found else None
        if token:
            self.write(lambda session: decline(session, self.settings.secret_key, token, self.clock.now))

    @rule(which=WHICH, is_stale=st.booleans())
    def accept_hand_over(self, which: int, is_stale: bool) -> None:
        """By somebody who saw the present figures, or those of the beginning."""
        found = self.open_hand_over(which)
        token = self.token(("hand_over_offered",), subject_ref(found.id)) if found else None
        if found is None or token is None:
            return
        with self.db.read() as session:
            given = session.get_one(Reservation, found.reservation_id)
        self.count += 1
        own = {"last_name": f"N{letters(self.count).lower()}", "mobile_phone": f"0151 {2000000 + self.count}0"}
        version = 1 if is_stale else given.version
        body = AcceptIn.model_validate({**OWN_DATA, **own, "token": token, "version": version})
        before = self.standing(given.spot_number)
        if self.write(lambda session: accept(session, self.settings, body, self.clock.now)):
            assert self.standing(given.spot_number) == before, "somebody else could have had the place in between"
            self.check_passed_on(given)

    def press(self, id_: int) -> bool:
        """With the first link, and where that is over with a fresh one. Whether it was good for anything."""
        now = self.clock.now
        for kinds in (("reservation_received",), ("confirm_address", "page_link")):
            token = self.token(kinds, f"reservation:{id_}")
            if token and self.write(lambda session, token=token: use_link.press(session, self.settings, token, now)):  # type: ignore[misc]
                return True
            self.write(lambda session: send_link(session, session.get_one(Reservation, id_), now))
        return False

    def open_hand_over(self, which: int) -> HandOver | None:
        """One of those that are open; where there is none, a place is offered."""
        if not (found := self.open_hand_overs()):
            self.ask_hand_over(which)
            found = self.open_hand_overs()
        return found[which % len(found)] if found else None

    def open_hand_overs(self) -> Sequence[HandOver]:
        with self.db.read() as session:
            return session.scalars(select(HandOver).where(HandOver.answer.is_(None)).order_by(HandOver.id)).all()

    def standing(self, number: int) -> tuple[object, ...]:
        """The place, the park's energy, and the list."""
        with self.db.read() as session:
            spot = session.scalars(select(Spot).where(Spot.park_id == PARK, Spot.number == number)).one()
            park = session.get_one(Park, PARK)
            offers = len(session.scalars(select(WaitingOffer.id)).all())
            return spot.state, spot.held_for, park.kwh_taken, park.waiting, park.waiting_length, offers

    def check_passed_on(self, given: Reservation) -> None:
        """The new reservation has the number and what was promised; the former one is over."""
        with self.db.read() as session:
            taken = session.scalars(select(Reservation).where(Reservation.taken_over_from_id == given.id)).one()
            former = session.get_one(Reservation, given.id)
        promised = ("spot_number", "annual_kwh", "payment_plan", "plan_total_cents", "minimum_total_cents")
        assert [getattr(taken, name) for name in promised] == [getattr(given, name) for name in promised]
        assert (former.state, taken.state, taken.reference != given.reference) == ("cancelled", "reserved", True)
