"""The set-up checks, as data protection sees them: settings, and accounts by their number."""

from typing import Final

from services.core.personal_data.description import without_person
from services.setup_checks.models import SetupCheck, SetupConfirmation

TABLES: Final = (
    without_person(SetupCheck, "name state words steps fingerprint checked_at ok_at"),
    without_person(
        SetupConfirmation,
        "id name fingerprint asked_at asked_by code_hash attempts confirmed_at confirmed_by done_on",
    ),
)
