"""The results of the nightly checks, as data protection sees them: numbers of rows, and nobody."""

from typing import Final

from services.core.personal_data.description import without_person
from services.invariants.models import InvariantResult

TABLES: Final = (without_person(InvariantResult, "id name run_at duration_ms violations examples"),)
