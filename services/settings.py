"""All settings, read from environment variables with the prefix `VOLTIGO_`; unusable ones are refused.

`ENVIRONMENT=production` refuses to start with values that are only safe on a private machine (`settings_checks.py`).
"""

from typing import Self

from pydantic import model_validator

from services.settings_checks import unsafe, unusable
from services.settings_databases import is_loopback
from services.settings_fields import SettingsFields


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
