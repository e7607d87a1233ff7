"""Every table of the product as its room describes it. A room with a table adds one entry here."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from services.alerts import personal_data as alerts
from services.backup import personal_data as backup
from services.campaigns import personal_data as campaigns
from services.checks import personal_data as checks
from services.contact import personal_data as contact
from services.core.personal_data import tables as core
from services.core.personal_data.description import Description
from services.data_protection import personal_data as data_protection
from services.declarations import personal_data as declarations
from services.exports import personal_data as exports
from services.household import personal_data as household
from services.household_links import personal_data as household_links
from services.integrations import personal_data as integrations
from services.jobs import personal_data as jobs
from services.mail import personal_data as mail
from services.messages import personal_data as messages
from services.parks import personal_data as parks
from services.privacy import personal_data as privacy
from services.referral_codes import personal_data as referral_codes
from services.reports import personal_data as reports
from services.reports.links import personal_data as report_links
from services.reservations import personal_data as reservations
from services.schedules import personal_data as schedules
from services.staff import personal_data as staff
from services.store import personal_data as store
from services.tasks import personal_data as tasks
from services.told_origins import personal_data as told_origins
from services.visits import personal_data as visits
from services.waiting_list import personal_data as waiting_list

_ROOMS: Final = (
    reservations,
    privacy,
    visits,
    told_origins,
    referral_codes,
    mail,
    household_links,
    household,
    waiting_list,
    contact,
    messages,
    declarations,
    parks,
    backup,
    campaigns,
    exports,
    reports,
    report_links,
    schedules,
    alerts,
    integrations,
    checks,
    tasks,
    jobs,
    staff,
    data_protection,
    store,
    core,
)
"""In the order in which a household reads about itself."""

REGISTRY: Final[Mapping[str, Description]] = MappingProxyType(
    {described.name: described for room in _ROOMS for described in room.TABLES}
)
"""By the table's name."""
PERSONAL: Final = tuple(described for described in REGISTRY.values() if described.personal)
OF_HOUSEHOLDS: Final = tuple(described for described in PERSONAL if described.leads)
"""Tables whose rows lead to a household: what an export shows and an erasure covers."""
