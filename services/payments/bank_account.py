"""An account as people type it, and as the database keeps it: its number sealed, with its last four digits to show."""

import re
from dataclasses import dataclass
from typing import Final, Self

from services.core.contact_details import person_name
from services.core.fields import Refused, text
from services.core.http.errors import ValidationProblem
from services.core.sealed import Seal
from services.settings import Settings

_LONGEST_IBAN: Final = 60
"""As typed, with blanks."""
LONGEST_HOLDER: Final = 70
"""What a file for the bank takes."""
_ABOUT: Final = "iban"


def read_iban(value: object) -> str:
    """An account number of a country of the euro payments area, without blanks. Refused."""
    from schwifty import IBAN
    from schwifty.exceptions import InvalidChecksumDigits, SchwiftyException

    typed = re.sub(r"[\s.-]", "", text(value, _LONGEST_IBAN))
    try:
        found = IBAN(typed)
    except InvalidChecksumDigits as error:
        raise Refused("iban_checksum", "In dieser IBAN stimmt eine Ziffer nicht. Bitte vergleichen Sie sie.") from error
    except SchwiftyException as error:
        sentence = "Bitte prüfen Sie die IBAN. In Deutschland beginnt sie mit DE und hat 22 Stellen."
        raise Refused("iban_invalid", sentence) from error
    if not found.in_sepa_zone:
        sentence = "Von diesem Land aus ist keine Lastschrift möglich. Bitte nennen Sie ein Konto in einem SEPA-Land."
        raise Refused("iban_country", sentence)
    return str(found)


@dataclass(frozen=True, slots=True)
class BankAccount:
    """A household's account. The number itself is nowhere but in the sealed text."""

    holder: str
    sealed: str
    mark: str
    """The same for the same number."""
    last_four: str
    is_other_person: bool = False

    @classmethod
    def read(cls, settings: Settings, iban: object, holder: object, *, is_other: bool, has_agreed: bool) -> Self:
        """As typed. `is_other`: it belongs to somebody else than the household, who `has_agreed`. ValidationProblem
        names every field that is wrong.
        """
        errors, number, name = [], "", ""
        for field, rule, value in (("iban", read_iban, iban), ("holder", _holder, holder)):
            try:
                read = rule(value)
            except Refused as refused:
                errors.append({"field": field, "code": refused.code, "message": refused.sentence})
                continue
            number, name = (read, name) if field == "iban" else (number, read)
        if is_other and not has_agreed:
            sentence = "Das Konto gehört einer anderen Person. Bitte bestätigen Sie, dass sie der Abbuchung zustimmt."
            errors.append({"field": "has_agreed", "code": "missing", "message": sentence})
        if errors:
            raise ValidationProblem(errors)
        return cls.of(settings, number, name, is_other=is_other)

    @classmethod
    def of(cls, settings: Settings, iban: str, holder: str, *, is_other: bool = False) -> Self:
        """Of a number that was checked, such as a bank's own."""
        seal = _seal(settings)
        return cls(holder, seal.close(iban, _ABOUT), seal.mark(iban), iban[-4:], is_other)


def opened(settings: Settings, sealed: str) -> str:
    """The number, for a file of the bank alone. Unreadable."""
    return _seal(settings).open(sealed, _ABOUT)


def _holder(value: object) -> str:
    name = person_name(value)
    if len(name) > LONGEST_HOLDER:
        raise Refused("too_long", f"Bitte kürzen Sie den Namen auf {LONGEST_HOLDER} Zeichen.")
    return name


def _seal(settings: Settings) -> Seal:
    return Seal(settings, "bank-accounts")
