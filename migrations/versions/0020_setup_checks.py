"""Set-up checks: the last result of each, what people confirmed, and the rule that tells when one turns red."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_MOMENT = sa.DateTime(timezone=True)
_BIG_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "setup_checks",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("words", sa.String(400), nullable=False),
        sa.Column("steps", sa.JSON(), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("checked_at", _MOMENT, nullable=False),
        sa.Column("ok_at", _MOMENT),
        sa.PrimaryKeyConstraint("name", name="pk_setup_checks"),
    )
    op.create_table(
        "setup_confirmations",
        sa.Column("id", _BIG_ID, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("fingerprint", sa.String(64), nullable=False),
        sa.Column("asked_at", _MOMENT, nullable=False),
        sa.Column("asked_by", sa.String(80), nullable=False),
        sa.Column("code_hash", sa.String(64)),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("confirmed_at", _MOMENT),
        sa.Column("confirmed_by", sa.String(80)),
        sa.Column("done_on", sa.Date()),
    )
    op.create_index("ix_setup_confirmations_name_id", "setup_confirmations", ["name", "id"])
    op.execute(
        "INSERT INTO alert_rules (kind, is_on, to_admins, recipients, quiet_days, version) "
        "VALUES ('setup_check', true, true, '[]', '[]', 1)"
    )


def downgrade() -> None:
    op.execute("DELETE FROM alerts WHERE kind = 'setup_check'")
    op.execute("DELETE FROM alert_rules WHERE kind = 'setup_check'")
    op.drop_table("setup_confirmations")
    op.drop_table("setup_checks")
