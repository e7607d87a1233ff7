"""Imports the tables of every room, for Alembic and for the test that compares them with the migrations."""

from services.alerts import models as alerts_models
from services.backup import models as backup_models
from services.campaigns import models as campaigns_models
from services.checks import models as checks_models
from services.contact import models as contact_models
from services.contracts import models as contracts_models
from services.core import models as core_models
from services.core.db.db import Base
from services.core.job_queue import models as job_queue_models
from services.data_protection import models as data_protection_models
from services.declarations import models as declarations_models
from services.exports import models as exports_models
from services.household.hand_over import models as hand_over_models
from services.household_links import models as household_links_models
from services.integrations import models as integrations_models
from services.jobs import models as jobs_models
from services.mail import models as mail_models
from services.messages import models as messages_models
from services.messages.templates import models as answer_templates_models
from services.parks import models as parks_models
from services.payments import models as payments_models
from services.payments.bank import models as payments_bank_models
from services.privacy import models as privacy_models
from services.referral_codes import models as referral_codes_models
from services.reports import models as reports_models
from services.reports.links import models as report_links_models
from services.reservations import models as reservations_models
from services.reservations.desk import models as reservations_desk_models
from services.reservations.evidence import models as reservations_evidence_models
from services.reservations.imports import models as reservations_imports_models
from services.reservations.listing import models as reservations_listing_models
from services.schedules import models as schedules_models
from services.self_reported_source import models as self_reported_source_models
from services.staff import models as staff_models
from services.staff.passkeys import models as staff_passkeys_models
from services.store import models as store_models
from services.tasks import models as tasks_models
from services.visits import models as visits_models
from services.waiting_list import models as waiting_list_models

__all__ = [
    "alerts_models",
    "answer_templates_models",
    "backup_models",
    "campaigns_models",
    "checks_models",
    "contact_models",
    "contracts_models",
    "core_models",
    "data_protection_models",
    "declarations_models",
    "exports_models",
    "hand_over_models",
    "household_links_models",
    "integrations_models",
    "job_queue_models",
    "jobs_models",
    "mail_models",
    "messages_models",
    "metadata",
    "parks_models",
    "payments_bank_models",
    "payments_models",
    "privacy_models",
    "referral_codes_models",
    "report_links_models",
    "reports_models",
    "reservations_desk_models",
    "reservations_evidence_models",
    "reservations_imports_models",
    "reservations_listing_models",
    "reservations_models",
    "schedules_models",
    "self_reported_source_models",
    "staff_models",
    "staff_passkeys_models",
    "store_models",
    "tasks_models",
    "visits_models",
    "waiting_list_models",
]

metadata = Base.metadata
