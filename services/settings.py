"""All settings, read from environment variables with the prefix `VOLTIGO_`; unusable ones are refused.

`ENVIRONMENT=production` refuses to start with values that are only safe on a private machine (`settings_checks.py`).
Some may also be entered in the console: `core/stored_settings.py` keeps them, and `adopt` takes them over.
"""

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Final, Self

from pydantic import model_validator

from services.settings_checks import unsafe, unusable
from services.settings_databases import is_loopback
from services.settings_fields import SettingsFields, own_address

STORABLE: Final = MappingProxyType(
    {
        "company_name": "Firma",
        "company_street": "Straße und Hausnummer",
        "company_postcode_city": "Postleitzahl und Ort",
        "company_email": "E-Mail-Adresse der Firma",
        "company_phone": "Telefon",
        "company_representative": "Vertreten durch",
        "company_register_court": "Registergericht",
        "company_register_number": "Registernummer",
        "company_vat_id": "Umsatzsteuer-ID",
        "credit_security": "Absicherung der Gutschriften",
        "dismantling": "Rückbau des Parks",
        "contact_person": "Ansprechperson",
        "contact_hours": "Sprechzeiten",
        "contact_picture": "Bild der Ansprechperson",
        "booking_url": "Seite für Termine",
        "smtp_url": "Mailserver",
        "mail_from": "Absender der Mails",
        "public_url": "Öffentliche Adresse",
    }
)
"""What an administrator may enter in the console where the environment does not say it, by its German name."""


class Settings(SettingsFields):
    """The settings of a process, checked together."""

    @model_validator(mode="after")
    def _keep_the_demonstration_at_home(self) -> Self:
        # Its accounts have known passwords and no second factor.
        if self.environment == "demo" and not is_loopback(self.host):
            raise ValueError(
                "VOLTIGO_ENVIRONMENT verträgt sich nicht mit VOLTIGO_HOST: Eine Vorführung läuft nur auf diesem Rechner"
            )
        return self

    @model_validator(mode="after")
    def _refuse_what_harms(self) -> Self:
        faults = list(unusable(self))
        if self.environment == "production":
            faults += unsafe(self)
        if faults:
            raise ValueError("; ".join(dict.fromkeys(faults)))
        return self

    @cached_property
    def given(self) -> frozenset[str]:
        """What the environment says, among what could be stored: a variable that is set, and not to its default."""
        said = self.model_fields_set & STORABLE.keys()
        return frozenset(name for name in said if getattr(self, name) not in ("", self._default(name)))

    def adopt(self, stored: Mapping[str, str]) -> None:
        """Take over what administrators entered, below the environment and above the defaults. Every part of a process
        holds this one object, so the change reaches all of them at once; nothing else ever changes it.
        """
        free = STORABLE.keys() - self.given
        self.__dict__.update({name: stored.get(name) or self._default(name) for name in free})

    def adopting(self, stored: Mapping[str, str]) -> Self:
        """What these settings would be then."""
        copy = self.model_copy()
        copy.adopt(stored)
        return copy

    def own(self, name: str) -> str:
        """The value of a storable setting; empty while it is the default, which is a placeholder."""
        value: str = getattr(self, name)
        return "" if value == self._default(name) else value

    def _default(self, name: str) -> str:
        found: str = type(self).model_fields[name].default
        return own_address(self.port) if name == "public_url" else found
