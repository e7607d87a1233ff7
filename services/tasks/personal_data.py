"""What people do with tasks, as data protection sees it: accounts and rows by their numbers, no text of people."""

from typing import Final

from services.core.personal_data.description import without_person
from services.tasks.models import WorkItem

TABLES: Final = (
    without_person(
        WorkItem,
        "id kind subject_id cause assignee_id snoozed_until done_at done_by operation_id escalated_at before "
        "version changed_at",
    ),
)
