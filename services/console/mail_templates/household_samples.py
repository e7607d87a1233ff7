"""Samples of the mails to a household about its place: Nele Hartwig, place 217, Standard in 48 instalments.

Every figure is computed by `services.offer.quote`, as for a real household.
"""

from typing import Any, Final

from services.mail import reservation_letters as letters
from services.mail.catalogue import MailKind, ReservationReceived
from services.mail.letters import hand_over, household, waiting
from services.offer import CARD_VERIFICATION_CENTS, MINIMUM_TENTH_CT, OFFER, SETUP_FEE_CENTS, TERM_YEARS, quote
from services.reservations.desk.change_share import changed_lines

PARK: Final = "Ingolstadt"
REFERENCE: Final = "VG-7K3M-Q2XH"
SPOT: Final = 217
_SEED: Final = "muster"
_CONFIRM_BY: Final = "Sonntag, 6. Dezember 2026, 19:42 Uhr"
_TENTH_CT: Final = 60
_QUOTE: Final = quote(2000, "48m", _TENTH_CT)
_LEAST: Final = quote(2000, "48m", MINIMUM_TENTH_CT)
_TIMELINE: Final = OFFER["timeline"]

FIELD: Final[dict[str, Any]] = {"total_spots": 500, "taken": [[1, 60], [62, 130], [132, 190], [193, SPOT]]}
FULL_FIELD: Final[dict[str, Any]] = {"total_spots": 500, "taken": [[1, 500]]}
"""Only the household's place was free, and is held for it."""
_PLACE: Final[dict[str, Any]] = {
    "first_name": "Nele",
    "last_name": "Hartwig",
    "reference": REFERENCE,
    "park_name": PARK,
    "spot_number": SPOT,
    **FIELD,
}
_SHARE: Final[dict[str, Any]] = {"package": _QUOTE.package.name, "annual_kwh": _QUOTE.package.annual_kwh}
_PRICE: Final[dict[str, Any]] = {
    "price_cents": _QUOTE.package.price_cents,
    "plan_months": _QUOTE.plan.months,
    "plan_total_cents": _QUOTE.instalments.total,
    "instalment_cents": _QUOTE.instalments.monthly,
    "last_instalment_cents": _QUOTE.instalments.last,
    "nominal_interest_bp": _QUOTE.plan.nominal_percent * 100,
    "effective_interest_bp": int(_QUOTE.instalments.effective_percent * 100),
}
_CLOSING: Final[dict[str, Any]] = {"card_check": "refund", "card_verification_cents": CARD_VERIFICATION_CENTS}
_DAYS: Final[dict[str, Any]] = {name: _TIMELINE[name] for name in ("withdrawal_days", "refund_days")}


def _received() -> ReservationReceived:
    return ReservationReceived(
        **_PLACE,
        **_SHARE,
        **_PRICE,
        tenth_ct=_TENTH_CT,
        monthly_credit_cents=_QUOTE.credits.monthly,
        annual_credit_cents=_QUOTE.credits.annual,
        total_credits_cents=_QUOTE.credits.total,
        minimum_total_cents=_QUOTE.credits.minimum_total,
        paid_break_even_tenth_years=_QUOTE.paid_break_even_tenth_years,
        minimum_covered_tenth_years=_LEAST.paid_break_even_tenth_years,
        minimum_once_tenth_years=_LEAST.once_tenth_years,
        setup_fee_cents=SETUP_FEE_CENTS,
        contract_weeks_from=_TIMELINE["contract_weeks_from"],
        contract_weeks_to=_TIMELINE["contract_weeks_to"],
        phone_ending="678",
        postcode="85049",
        household_size="2",
        energy_provider="E.ON",
        monthly_abschlag_cents=8550,
        link_seed=_SEED,
        confirm_by=_CONFIRM_BY,
    )


def _own_page() -> list[MailKind]:
    undo = "Montag, 23. November 2026, 19:42 Uhr"
    return [
        household.ConfirmAddress(**_PLACE, link_seed=_SEED, confirm_by=_CONFIRM_BY),
        household.ConfirmReminder(**_PLACE, link_seed=_SEED, confirm_by=_CONFIRM_BY),
        household.ReservationLapsed(**_PLACE, undo_until=undo, link_seed=_SEED),
        household.PageLink(**_PLACE, link_seed=_SEED),
        household.ConfirmNewAddress(**_PLACE, link_seed=_SEED),
        household.AddressChanged(**_PLACE),
        household.ReservationChanged(**_PLACE, lines=changed_lines(quote(1000, "one-off", _TENTH_CT), _QUOTE)),
        household.ReservationGivenUp(**_PLACE, undo_until=undo, link_seed=_SEED),
        household.ReservationRestored(**_PLACE),
    ]


def _decided() -> list[MailKind]:
    fee: dict[str, Any] = {"setup_fee_cents": SETUP_FEE_CENTS}
    invitation: dict[str, Any] = {
        "price_cents": _QUOTE.package.price_cents,
        "withdrawal_days": _DAYS["withdrawal_days"],
    }
    confirmed: dict[str, Any] = {
        "confirmed_day": "4. Januar 2027",
        "note": "Der Netzanschluss ist zugesagt. Nächster Schritt: Im Februar beginnt der Bau.",
    }
    return [
        letters.ParkConfirmed(**_PLACE, **_SHARE, **fee, **confirmed, link_seed=_SEED),
        letters.ContractInvitation(**_PLACE, **_SHARE, **fee, **invitation),
        letters.ContractClosed(**_PLACE, **_SHARE, **fee, **_DAYS, term_years=TERM_YEARS),
        letters.SupplyBegins(**_PLACE, **_SHARE, **_PRICE, term_years=TERM_YEARS),
        letters.SupplyEnded(**_PLACE),
        letters.ReservationCancelled(**_PLACE, **_CLOSING),
        letters.ReservationExpired(**_PLACE, **_CLOSING),
        letters.WithdrawalConfirmed(**_PLACE, **_CLOSING, refund_days=_DAYS["refund_days"]),
        letters.ParkCancelled(**_PLACE, **_CLOSING),
        letters.ReservationsMerged(**_PLACE, **_CLOSING, dropped_references=["VG-4PRT-8WNK"]),
        letters.ReservationReinstated(**_PLACE),
    ]


def _waiting() -> list[MailKind]:
    entry: dict[str, Any] = {"name": "Nele Hartwig", "park_name": PARK, "link_seed": _SEED}
    offer: dict[str, Any] = {
        "spot_number": SPOT,
        **_SHARE,
        "wished_kwh": 2000,
        "price_cents": _QUOTE.package.price_cents,
        "setup_fee_cents": SETUP_FEE_CENTS,
        "least_annual_cents": _LEAST.credits.annual,
        "until": "Mittwoch, 25. November 2026, 19:42 Uhr",
        **FULL_FIELD,
    }
    joined: dict[str, Any] = {"joined": "Sonntag, 22. November 2026, 19:42 Uhr", "confirm_by": _CONFIRM_BY}
    ended: dict[str, Any] = {"spot_number": SPOT, "wished_kwh": 2000, "annual_kwh": 2000}
    return [
        waiting.WaitingJoined(**entry | {"name": ""}, position=38, **_SHARE, **joined),
        waiting.ConfirmFirst(**entry | {"name": ""}, **_SHARE, confirm_by=_CONFIRM_BY),
        waiting.WaitingLink(**entry),
        waiting.WaitingOffer(**entry, **offer),
        waiting.WaitingOfferEnding(**entry, **offer),
        waiting.WaitingOfferEnded(**entry, **ended, how="expired"),
        waiting.WaitingPassed(**entry, freed_kwh=1000, wished_kwh=2000, position=1, left=2),
        waiting.WaitingOver(**entry, why="left"),
    ]


def _handed_over() -> list[MailKind]:
    figures: dict[str, Any] = {"setup_fee_cents": SETUP_FEE_CENTS, "least_annual_cents": _LEAST.credits.annual}
    until = "Sonntag, 6. Dezember 2026, 19:42 Uhr"
    offered = {name: value for name, value in _PLACE.items() if name != "reference"}
    shown = {name: value for name, value in _PRICE.items() if name != "nominal_interest_bp"}
    return [
        hand_over.HandOverAsked(**_PLACE, until=until, link_seed=_SEED),
        hand_over.HandOverOffered(**offered, **_SHARE, **shown, **figures, until=until, link_seed=_SEED),
        hand_over.HandOverEnded(**_PLACE, how="declined", link_seed=_SEED),
        hand_over.HandOverDone(**_PLACE, **_CLOSING),
        hand_over.HandOverTaken(**_PLACE, **_SHARE, **_PRICE, **figures, link_seed=_SEED),
    ]


HOUSEHOLD_SAMPLES: Final[tuple[MailKind, ...]] = (
    _received(),
    *_own_page(),
    *_decided(),
    *_waiting(),
    *_handed_over(),
)
