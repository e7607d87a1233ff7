"""Reads a bank's statement, camt.053 or camt.054 of any version, into movements. Pure, but for the XML.

The file comes from outside: at most so many bytes, no entities, no document type. Only what is booked counts. A batch
is read movement by movement where the bank lists them; else it is one sum.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Final, NamedTuple
from xml.etree.ElementTree import Element  # nosec B405

from services.payments.bank.errors import UnreadableStatement
from services.payments.bank.movements import Details, Movement

MOST_BYTES: Final = 10_000_000
_REPORTS: Final = ("BkToCstmrStmt/Stmt", "BkToCstmrDbtCdtNtfctn/Ntfctn")
_NO_REFERENCE: Final = ("", "NOTPROVIDED", "NONREF")
_LONGEST: Final = 500
_PARTY: Final = {True: "Dbtr", False: "Cdtr"}
"""Who is at the other end: the one who paid, or the one who was paid."""


class Statement(NamedTuple):
    """What a file holds: as the bank numbers it, of which account, and its movements."""

    name: str
    iban: str
    movements: list[Movement]


def read_statement(content: bytes) -> Statement:
    """UnreadableStatement says in German why it cannot be read."""
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import ParseError, fromstring

    if len(content) > MOST_BYTES:
        raise UnreadableStatement("Diese Datei ist größer als 10 MB. Bitte teilen Sie den Zeitraum auf.")
    try:
        root = fromstring(content, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise UnreadableStatement("Das ist kein Kontoauszug im Format camt.053 oder camt.054.") from error
    for element in root.iter():  # each bank and version has another namespace
        element.tag = element.tag.rpartition("}")[2]
    reports = [report for path in _REPORTS for report in root.findall(path)]
    if root.tag != "Document" or not reports:
        raise UnreadableStatement("Das ist kein Kontoauszug im Format camt.053 oder camt.054.")
    try:
        movements = [one for report in reports for one in _movements(report)]
    except (KeyError, ValueError, InvalidOperation) as error:
        raise UnreadableStatement("In diesem Kontoauszug fehlen Beträge oder Tage. Es wurde nichts gebucht.") from error
    return Statement(_text(reports[0], "Id")[:70], _text(reports[0], "Acct/Id/IBAN"), movements)


def _movements(report: Element) -> Iterator[Movement]:
    for number, entry in enumerate(report.findall("Ntry")):
        if (_text(entry, "Sts/Cd") or _text(entry, "Sts")) != "BOOK":
            continue
        named = _text(entry, "AcctSvcrRef") or f"{_text(report, 'Id')}#{number}"
        parts = entry.findall("NtryDtls/TxDtls")
        listed = [_part(entry, one, f"{named}:{place}") for place, one in enumerate(parts)]
        whole = _signed(entry, entry)
        if len(listed) == 1 or sum(one.cents for one in listed) == whole:
            # One movement alone is what was booked: a bank's fee for a return is in it.
            yield from (replace(one, cents=whole) if len(listed) == 1 else one for one in listed)
        if not listed or (len(listed) > 1 and sum(one.cents for one in listed) != whole):
            batch = _text(entry, "NtryDtls/Btch/MsgId") or _text(entry, "NtryDtls/TxDtls/Refs/MsgId")
            text = _text(entry, "AddtlNtryInf")[:_LONGEST]
            yield Movement(f"{named}:", _day(entry), whole, Details(text=text), batch=batch)


def _part(entry: Element, part: Element, reference: str) -> Movement:
    cents = _signed(part if part.find("Amt") is not None else entry, entry)
    other = _PARTY[(cents > 0) is not _is_return(entry, part)]
    told = _text(part, "RmtInf/Strd/CdtrRefInf/Ref"), *(one.text or "" for one in part.findall("RmtInf/Ustrd"))
    party = f"RltdPties/{other}"
    end_to_end = _text(part, "Refs/EndToEndId")
    return Movement(
        reference=reference[:120],
        booked_on=_day(entry),
        cents=cents,
        details=Details(
            name=(_text(part, f"{party}/Nm") or _text(part, f"{party}/Pty/Nm"))[:140],
            iban=_text(part, f"RltdPties/{other}Acct/Id/IBAN"),
            text=" ".join(filter(None, told))[:_LONGEST],
        ),
        end_to_end_id="" if end_to_end in _NO_REFERENCE else end_to_end,
        mandate=_text(part, "Refs/MndtId"),
        reason=_text(part, "RtrInf/Rsn/Cd")[:4],
    )


def _is_return(entry: Element, part: Element) -> bool:
    return part.find("RtrInf") is not None or _text(entry, "RvslInd") == "true"


def _signed(amount_of: Element, entry: Element) -> int:
    amount = amount_of.find("Amt")
    if amount is None or amount.attrib["Ccy"] != "EUR":
        raise ValueError("amounts are in euros")
    cents = Decimal((amount.text or "").strip()) * 100
    if cents != int(cents) or cents < 0:
        raise ValueError("amounts are in cents")
    side = _text(amount_of, "CdtDbtInd") or _text(entry, "CdtDbtInd")
    return int(cents) * {"CRDT": 1, "DBIT": -1}[side]


def _day(entry: Element) -> date:
    return date.fromisoformat((_text(entry, "BookgDt/Dt") or _text(entry, "BookgDt/DtTm"))[:10])


def _text(element: Element, path: str) -> str:
    return (element.findtext(path) or "").strip()
