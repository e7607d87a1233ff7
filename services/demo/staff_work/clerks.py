"""Simulated work of clerks beyond operations: notes, tags, follow-ups, corrections, blocked spots, a second park."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contracts import order as orders
from services.contracts.inputs import TransferIn
from services.contracts.models import Contract, ContractState, SignedBy
from services.contracts.transfer import transfer, why_not
from services.core.clock import berlin_day
from services.core.contact_details import Email
from services.demo.outcomes import REASONS
from services.demo.scene import Scene
from services.parks import blocking
from services.parks import edit as park_edit
from services.parks.models import Park
from services.parks.schemas import ParkPatch
from services.payments.creditor import creditor_of
from services.reservations.desk.duplicates import merge
from services.reservations.desk.edit import edit_of, save
from services.reservations.desk.inputs import CallIn, ReservationEditIn, ReservationNoteIn
from services.reservations.desk.notes import add
from services.reservations.desk.parks import cancel as park_cancellation
from services.reservations.desk.parks import confirm as park_confirmation
from services.reservations.models import Reservation
from services.staff.accounts import accounts
from services.staff.inputs import Details
from services.staff.models import Role
from services.tasks.refused_mails import given_up, settle

_NOTES = (
    "Möchte wissen, wann der Vertrag kommt. Rückruf zugesagt.",
    "Wechselt zum Jahresende den Versorger, Kundennummer liegt vor.",
    "Fragt nach einem zweiten Anteil für die Eltern.",
    "Bittet um Post an die Arbeitsadresse.\nNummer erst ab 17 Uhr erreichbar.",
    "War beim Infoabend, hat Unterlagen mitgenommen.",
    "Zählerstand per Foto geschickt, ist abgelegt.",
)
_BY_TELEPHONE = 3
"""So many of these, from the first on, were said in a call."""
_TAGS = (["Rückruf"], ["Infoabend"], ["Familie", "Infoabend"], ["Presse"], ["Vermieter fragt"])
_CONFIRMED = (
    "Der Park wird gebaut, die Finanzierung steht. Nächster Schritt: Wir laden Sie der Reihe nach zum Vertrag ein."
)
_NO_ANSWER = "Dreimal angerufen, niemand erreicht"
_UNREACHED = timedelta(days=14)
PILOT, SECOND = "ingolstadt", "munich"
_SAMPLE_SPOTS, _CABLE_SPOTS = [498, 499, 500], [120, 121]


def write_down(scene: Scene, reservation_id: int, number: int) -> None:
    """Add a note, and for some a tag and a follow-up a few days ahead, so that some are due at the end."""
    text = _NOTES[number % len(_NOTES)]
    call = CallIn(minutes=2 + number % 9) if number % len(_NOTES) < _BY_TELEPHONE else None
    actor, body = scene.clerk(), ReservationNoteIn(text=text, call=call, is_pinned=number % 7 == 0)
    scene.write(lambda session, now: add(session, reservation_id, body, actor, now))
    given: dict[str, Any] = {}
    if number % 2:
        given["tags"] = _TAGS[number % len(_TAGS)]
    if number % 3 == 0:
        given["follow_up_on"] = (scene.today() + timedelta(days=scene.random.randrange(2, 60))).isoformat()
    if given:
        _save(scene, reservation_id, given)


def correct(scene: Scene, reservation_id: int) -> None:
    """The household has a new phone number."""
    _save(scene, reservation_id, {"mobile_phone": scene.households.spare_phone()})


def _save(scene: Scene, reservation_id: int, given: Mapping[str, Any]) -> None:
    actor = scene.clerk()

    def unit(session: Session, now: datetime) -> None:
        version = session.get_one(Reservation, reservation_id).version
        body = ReservationEditIn.model_validate({**given, "version": version})
        save(session, reservation_id, version, edit_of(body, allow_test_domains=False), actor, now)

    scene.write(unit)


def merge_pair(scene: Scene, first: int, second: int) -> None:
    """Merge two reservations of one household that reported the duplicate."""
    actor = scene.clerk()
    scene.write(lambda session, now: merge(session, [first, second], actor, "Versehentlich zweimal reserviert", now))


def block_spots(scene: Scene) -> None:
    """Block some spots from the first day on."""
    for numbers, reason in ((_SAMPLE_SPOTS, "Musterplätze für Messen"), (_CABLE_SPOTS, "Kabeltrasse wird geprüft")):
        scene.write(partial(_block, numbers, (scene.clerks[0], reason)))


def _block(numbers: list[int], note: tuple[str, str], session: Session, now: datetime) -> None:
    blocking.block(session, PILOT, numbers, note, now)


def release_spot(scene: Scene) -> None:
    note = (scene.clerks[0], "Trasse führt daran vorbei")
    scene.write(lambda session, now: blocking.release(session, PILOT, _CABLE_SPOTS[:1], note, now))


def confirm_park(scene: Scene) -> None:
    """Confirm the pilot park, which mails every household with a place."""

    def unit(session: Session, now: datetime) -> None:
        count = park_confirmation.preview(session, PILOT).households
        wish = park_confirmation.Wish(count, _CONFIRMED, "Beschluss der Geschäftsführung")
        park_confirmation.confirm(session, PILOT, wish, scene.clerks[0], now)

    scene.write(unit)


def telephone_refused(scene: Scene) -> None:
    """Deal with households that refuse our mails, but for those of the last two weeks: none answers the telephone."""
    with scene.db.read() as session:
        refused = [one for one in given_up(session)[0] if one.at < scene.clock() - _UNREACHED]
    for one in refused:
        unit = partial(settle, mail_id=one.mail.id, reason=_NO_ANSWER, actor=scene.clerk())
        scene.write(lambda session, now, unit=unit: unit(session, now=now))  # type: ignore[misc]


def open_second_park(scene: Scene) -> None:
    """Open a second park, which takes its first reservations."""

    def unit(session: Session, now: datetime) -> None:
        park = session.get_one(Park, SECOND)
        wanted = ParkPatch(version=park.version, spot_limit=12, kwh_limit=24_000, reason="Vormerkungen beginnen")
        park_edit.edit(session, SECOND, wanted, scene.clerks[0], now)

    scene.write(unit)


def cancel_second_park(scene: Scene) -> None:
    """Cancel the second park: it will not be built."""

    def unit(session: Session, now: datetime) -> None:
        park, count = session.get_one(Park, SECOND), park_cancellation.preview(session, SECOND).reservations
        wish = park_cancellation.Wish(park.name, count, REASONS["cancel_park"])
        park_cancellation.cancel(session, SECOND, wish, scene.clerks[0], now)

    scene.write(unit)


def invite_colleagues(scene: Scene) -> None:
    """Invite two people who have not set their passwords yet."""
    for name, role in (("Sami Wendt", "staff"), ("Greta Lohmann", "marketing")):
        email = f"{name.split()[0].lower()}@voltigo.example"
        details = Details(name, Email(email, email), Role(role))
        scene.write(partial(_invite, scene, details))


def _invite(scene: Scene, details: Details, session: Session, now: datetime) -> None:
    accounts.invite(session, scene.clerks[0], details, scene.settings, now)


_DAUGHTER: Final = {
    **{"cause": "transferred", "signed_by": "letter", "first_name": "Mara", "last_name": "Lindner"},
    **{"email": "mara.lindner@example.net", "mobile_phone": "0151 23456789", "postcode": "80331"},
    **{"street": "Isarweg 1", "town": "München", "energy_provider": "Andere", "household_size": "2"},
    **{"monthly_abschlag": "0", "iban": "DE02120300000000202051", "account_holder": "Mara Lindner"},
    **{"gives": True, "takes_over": True, "gives_mandate": True},
}


def transfer_contract(scene: Scene) -> None:
    """The first household whose contract can be taken over gives it to its daughter."""
    clerk, maker, now = scene.clerks[0], orders.Maker(scene.settings, creditor_of(scene.settings)), scene.clock()
    concluded = Contract.state == ContractState.CONCLUDED.value
    with scene.db.read() as session:
        rows = session.execute(select(Contract, Reservation).join(Reservation).where(concluded).order_by(Contract.id))
        id_ = next((contract.id for contract, of in rows if not why_not(session, contract, of, now)), None)
    if id_ is None:
        return
    today = berlin_day(now)
    body = TransferIn.model_validate({**_DAUGHTER, "received_on": today.isoformat()})
    taken = orders.Taken(clerk, SignedBy.LETTER, today)
    transfer(scene.db, maker, id_, body.wanted(scene.settings), taken, scene.clock)


def decide_instalments(scene: Scene) -> None:
    """Of the orders in instalments the first is agreed to and the second refused; the others wait."""
    waiting = select(Contract.id).where(Contract.state == ContractState.ASKED.value).order_by(Contract.id).limit(2)
    with scene.db.read() as session:
        ids = session.scalars(waiting).all()
    for id_, agrees, because in zip(ids, (True, False), ("", "Auskunft über offene Kredite"), strict=False):
        decision = partial(orders.decide, agrees=agrees, because=because, actor=scene.clerk())
        scene.write(lambda session, now, id_=id_, decision=decision: decision(session, id_, now=now))  # type: ignore[misc]
