"""The answer that asks for the reference does so only where there is no reservation yet; edited ones stay."""

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None

_ASKED = (
    "Damit wir Ihnen helfen können, nennen Sie uns bitte die Referenz Ihrer Reservierung. Sie beginnt mit VG und steht "
    "in der Bestätigung, die Sie per E-Mail bekommen haben.\n\nFinden Sie sie nicht, dann genügen uns Name und "
    "Postleitzahl."
)
_FIELD = "{rueckfrage}"
_CHANGE = sa.text(
    "UPDATE answer_templates SET text = replace(text, :before, :after) WHERE version = 1 AND name = :name"
)


def upgrade() -> None:
    _put(_ASKED, _FIELD)


def downgrade() -> None:
    _put(_FIELD, _ASKED)


def _put(before: str, after: str) -> None:
    op.execute(_CHANGE.bindparams(before=before, after=after, name="Eine Angabe fehlt noch"))
