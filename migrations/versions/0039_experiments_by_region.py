"""Experiments by postcode region, and contracts as a measure."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None

breaks_older = False
"""An older server's list of experiments fails only once there is one of the new kind, which only a new server makes."""

_TABLE = "experiments"
_KIND, _MEASURE = "ck_experiments_kind", "ck_experiments_measure"


def upgrade() -> None:
    with op.batch_alter_table(_TABLE) as experiments:
        experiments.add_column(sa.Column("regions", sa.JSON(), nullable=True))
    _check("kind IN ('page', 'weeks', 'regions')", "measure IN ('reservations', 'form_starts', 'contracts')")


def downgrade() -> None:
    op.execute(sa.text("DELETE FROM experiments WHERE kind = 'regions' OR measure = 'contracts'"))
    _check("kind IN ('page', 'weeks')", "measure IN ('reservations', 'form_starts')")
    with op.batch_alter_table(_TABLE) as experiments:
        experiments.drop_column("regions")


def _check(kind: str, measure: str) -> None:
    # SQLite cannot change a check: the table is copied there.
    with op.batch_alter_table(_TABLE) as experiments:
        experiments.drop_constraint(op.f(_KIND), type_="check")
        experiments.drop_constraint(op.f(_MEASURE), type_="check")
        experiments.create_check_constraint(op.f(_KIND), kind)
        experiments.create_check_constraint(op.f(_MEASURE), measure)
