"""Gathers the tables of every module, for Alembic and for the test that compares them with the migrations."""

from services.alerts import models as alert_models
from services.campaigns import models as attribution_models
from services.console import models as console_models
from services.console.exports import models as export_models
from services.contact import models as contact_models
from services.core import models as core_models
from services.core.db.db import Base
from services.integrations import models as outward_models
from services.jobs import models as jobs_models
from services.mail import models as mail_models
from services.parks import models as parks_models
from services.privacy import models as privacy_models
from services.reports import models as reports_models
from services.reservations import models as reservations_models
from services.reservations.listing import models as reservation_list_models
from services.schedules import models as schedule_models
from services.staff import models as staff_models

__all__ = [
    "alert_models",
    "attribution_models",
    "console_models",
    "contact_models",
    "core_models",
    "export_models",
    "jobs_models",
    "mail_models",
    "metadata",
    "outward_models",
    "parks_models",
    "privacy_models",
    "reports_models",
    "reservation_list_models",
    "reservations_models",
    "schedule_models",
    "staff_models",
]

metadata = Base.metadata
