"""The checks, as data protection sees them: settings, accounts by their number, numbers of rows."""

from typing import Final

from services.checks.models import InvariantResult, SetupCheck, SetupConfirmation
from services.core.personal_data.description import without_person

TABLES: Final = (
    without_person(SetupCheck, "name state words steps fingerprint checked_at ok_at"),
    without_person(
        SetupConfirmation,
        "id name fingerprint asked_at asked_by code_hash attempts confirmed_at confirmed_by done_on",
    ),
    without_person(InvariantResult, "id name run_at duration_ms violations examples"),
)
