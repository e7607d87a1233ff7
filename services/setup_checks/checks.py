"""Every check of the set-up; its words for people stand in `checks/catalogue.py`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.setup_checks import facts, mail_server, mailbox, public_address
from services.setup_checks.result import Check, CheckName

_CHECKS: Final = (
    Check("company", "Firma", facts.company),
    Check("mail_server", "Postausgang", mail_server.look, probe=mail_server.probe, fingerprint=mail_server.fingerprint),
    Check("mailbox", "Postfach", mailbox.look, probe=mailbox.probe, fingerprint=mailbox.fingerprint),
    Check(
        "public_address",
        "Öffentliche Adresse",
        public_address.look,
        probe=public_address.probe,
        fingerprint=public_address.fingerprint,
    ),
    Check("second_admin", "Zweite Administration", facts.second_admin),
    Check("backup", "Sicherung", facts.backup),
    Check("backup_key", "Schlüssel der Sicherungen", facts.backup_key, fingerprint=facts.backup_key_fingerprint),
    Check("legal_texts", "Rechtstexte", facts.legal_texts, fingerprint=facts.legal_fingerprint),
    Check("park", "Park geöffnet", facts.park),
)
CHECKS: Final[Mapping[CheckName, Check]] = MappingProxyType({check.name: check for check in _CHECKS})
