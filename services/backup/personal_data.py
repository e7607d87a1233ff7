"""The state of the backups, as data protection sees it: nothing about a person. What backups hold of people ends with
their rotation (`BACKUP.md`).
"""

from typing import Final

from services.backup.models import BackupState
from services.core.personal_data.description import without_person

TABLES: Final = (
    without_person(
        BackupState,
        "id lease_owner leased_until started_at snapshot taken_at seconds failures failed_at error pruned_at "
        "verified_at verified_snapshot verify_error damaged_at damaged_blocks damaged_snapshots",
    ),
)
