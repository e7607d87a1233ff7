"""Validates recipients as entered: each is an address, matched to a colleague's account if there is one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from analytics.definitions import Definition
from services.core.contact_details import deliverable_address, read_email
from services.core.fields import Fields, Refused, fault
from services.reports.kept.keep import may_see
from services.staff.colleagues import Colleague
from services.staff.models import AccountState, Role

MOST_RECIPIENTS: Final = 20
_RECIPIENTS: Final = f"Bitte nennen Sie 1 bis {MOST_RECIPIENTS} Empfänger."
_OUTSIDE: Final = "Adressen außerhalb trägt die Administration ein."
_DISABLED: Final = "Das Konto mit dieser Adresse ist abgeschaltet. Bitte nehmen Sie die Adresse heraus."
_INVITED: Final = "Das Konto mit dieser Adresse ist noch nicht eingerichtet."
_ROLE: Final = "Die Rolle dieses Kontos darf den Bericht nicht sehen."


@dataclass(frozen=True, slots=True)
class Addressing:
    """Who enters recipients, and the addresses known: `accounts` by address, `known` those the schedule already has.
    Those may stay, no matter who saves it: eligibility is checked at every run.
    """

    role: Role
    accounts: Mapping[str, Colleague]
    known: frozenset[str]
    allow_test_domains: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """A recipient: an account, or an external address."""

    account_id: int | None
    address: str | None


def read_recipients(fields: Fields, addressing: Addressing, definition: Definition | None) -> list[Chosen]:
    """Every recipient once, however spelled; errors by list position."""
    given = fields.body.get("recipients")
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_RECIPIENTS:
        fields.errors.append(fault("recipients", "out_of_range" if given else "missing", _RECIPIENTS))
        return []
    found: dict[str, Chosen] = {}
    for place, one in enumerate(given):
        try:
            address, key = read_email(one, addressing.allow_test_domains)
            found.setdefault(key, _chosen(deliverable_address(address, key), key, addressing, definition))
        except Refused as refused:
            fields.errors.append(fault(f"recipients.{place}", refused.code, refused.sentence))
    return list(found.values())


def _chosen(address: str, key: str, addressing: Addressing, definition: Definition | None) -> Chosen:
    account, is_known = addressing.accounts.get(key), key in addressing.known
    if account is None:
        if addressing.role is not Role.ADMIN and not is_known:
            raise Refused("outside", _OUTSIDE)
        return Chosen(None, address)
    if not is_known:
        _require_entitled(account, definition)
    return Chosen(account.id, None)


def _require_entitled(account: Colleague, definition: Definition | None) -> None:
    if account.state is AccountState.DISABLED:
        raise Refused("disabled", _DISABLED)
    if account.state is AccountState.INVITED:
        raise Refused("invited", _INVITED)
    if definition is not None and not may_see(definition.name, account.role):
        raise Refused("role", _ROLE)
