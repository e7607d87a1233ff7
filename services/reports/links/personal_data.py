"""Links to kept runs, as data protection sees them: labels may name people; nothing says who opened a link."""

from typing import Final

from services.core.personal_data.description import INTEREST, Description, remark, table_of, without_person
from services.reports.links.models import ReportLink, ReportLinkOpening

TABLES: Final = (
    Description(
        table_of(ReportLink),
        "id run_id report token_sha256 created_by created_at expires_at revoked_at revoked_by last_opened_at "
        "answered_by",
        label="Links zu Berichten",
        purpose="Partner sehen einen festgehaltenen Bericht ohne Konto.",
        basis=INTEREST,
        rule="remarks",
        personal={
            "label": remark("Für wen der Link ist"),
            "filters": remark("Werte, auf die er eingegrenzt ist"),
        },
        dated_by="created_at",
    ),
    without_person(ReportLinkOpening, "id link_id hour form count"),
)
