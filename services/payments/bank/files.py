"""The bytes of a file for the bank: pain.008.001.08 of debits, pain.001.001.09 of transfers, valid against the schema.

Where banks take Latin letters alone, ä becomes ae; other marks are dropped by the library.
"""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from services.core.clock import BERLIN
from services.payments.bank.errors import NoCreditor
from services.payments.bank.models import RunKind
from services.settings import Settings

_SCHEMA: Final = {RunKind.DEBIT: "pain.008.001.08", RunKind.REFUND: "pain.001.001.09"}
_LATIN: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "&": "+"})
_LONGEST_NAME: Final = 70


class Order(NamedTuple):
    """One debit or transfer. `mandate`: reference, day it was signed, and FRST or RCUR; of debits alone."""

    end_to_end_id: str
    holder: str
    iban: str
    cents: int
    day: date
    remittance: str
    mandate: tuple[str, date, str] | None = None


def missing_of(settings: Settings) -> list[str]:
    """The settings that name the company's account, as far as they are missing: without them no file is made."""
    return [f"VOLTIGO_{name.upper()}" for name in ("creditor_id", "creditor_iban") if not getattr(settings, name)]


def refuse_without_creditor(settings: Settings) -> None:
    """NoCreditor where the settings do not name the company's account."""
    if missing := missing_of(settings):
        raise NoCreditor(f"Für eine Datei fehlt in den Einstellungen noch {' und '.join(missing)}.")


def file_of(settings: Settings, kind: RunKind, message_id: str, orders: Sequence[Order], now: datetime) -> bytes:
    """The file. NoCreditor; sepaxml's ValidationError if it does not fit the schema, which is a fault of ours."""
    refuse_without_creditor(settings)
    # Loaded where a file is made: it brings the schemas and their checker.
    from sepaxml import SepaDD, SepaTransfer

    creditor = {
        "name": settings.company_name.translate(_LATIN)[:_LONGEST_NAME],
        "IBAN": settings.creditor_iban.replace(" ", ""),
        "batch": True,
        "currency": "EUR",
    }
    if kind is RunKind.DEBIT:
        document = SepaDD({**creditor, "creditor_id": settings.creditor_id}, schema=_SCHEMA[kind], clean=True)
    else:
        document = SepaTransfer(creditor, schema=_SCHEMA[kind], clean=True)
    # The library names a file by chance and by the clock of the machine.
    header = document._xml.find(".//GrpHdr")
    header.find("MsgId").text = message_id
    header.find("CreDtTm").text = f"{now.astimezone(BERLIN):%Y-%m-%dT%H:%M:%S}"
    for order in orders:
        document.add_payment(_payment(order))
    content: bytes = document.export(validate=True)
    return content


def _payment(order: Order) -> dict[str, Any]:
    payment: dict[str, Any] = {
        "name": order.holder.translate(_LATIN),
        "IBAN": order.iban,
        "amount": order.cents,
        "description": order.remittance.translate(_LATIN),
        "endtoend_id": order.end_to_end_id,
    }
    if order.mandate is None:
        return {**payment, "execution_date": order.day}
    reference, signed_on, sequence = order.mandate
    of_debit = {"collection_date": order.day, "mandate_id": reference, "mandate_date": signed_on, "type": sequence}
    return {**payment, **of_debit}
