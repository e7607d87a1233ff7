"""The API documents, public and staff, from which the web apps' types are generated."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from pydantic.json_schema import models_json_schema

from services.alerts import staff_api as alerts_api
from services.audit import staff_api as audit_api
from services.campaigns import staff_api as campaigns_api
from services.campaigns.aliases import staff_api as aliases_api
from services.campaigns.costs import staff_api as costs_api
from services.campaigns.links import staff_api as links_api
from services.campaigns.notes import staff_api as notes_api
from services.campaigns.site_check import staff_api as self_check_api
from services.campaigns.target import staff_api as contract_target_api
from services.checks import staff_api as checks_api
from services.contact import public_api as contact_api
from services.contact.schemas import ContactIn
from services.contracts import public_api as contracts_api
from services.contracts import staff_api as contracts_staff_api
from services.core.http.openapi import REFUSALS, document_of
from services.data_protection import public_api as own_data_api
from services.data_protection import staff_api as data_protection_api
from services.declarations.desk import staff_api as declarations_api
from services.exports import staff_api as exports_api
from services.household import public_api as household_api
from services.household.hand_over import public_api as hand_over_api
from services.integrations import public_api as machine_api
from services.integrations import staff_api as integrations_api
from services.jobs import staff_api as jobs_api
from services.messages.answers import staff_api as answers_api
from services.messages.desk import staff_api as messages_api
from services.messages.sent import staff_api as mails_api
from services.messages.templates import staff_api as answer_templates_api
from services.parks import public_api as parks_api
from services.parks import staff_api as parks_staff_api
from services.payments import public_api as payments_api
from services.payments import staff_api as payments_staff_api
from services.payments.bank import staff_api as bank_api
from services.referrals import staff_api as referrals_api
from services.reports import staff_api as reports_api
from services.reports.campaigns import staff_api as attribution_api
from services.reports.export import staff_api as files_api
from services.reports.kept import staff_api as kept_api
from services.reports.links import staff_api as report_links_api
from services.reports.metrics import staff_api as metrics_api
from services.reports.origins import staff_api as origins_api
from services.reports.recount import staff_api as recount_api
from services.reports.segments import staff_api as segments_api
from services.reservations import public_api as reservations_api
from services.reservations.desk import staff_api as reservations_staff_api
from services.reservations.desk.approvals import staff_api as approvals_api
from services.reservations.desk.parks import staff_api as capacity_api
from services.reservations.desk_entry import staff_api as desk_entry_api
from services.reservations.evidence import staff_api as evidence_api
from services.reservations.imports import staff_api as reservation_imports_api
from services.reservations.listing import staff_api as listing_api
from services.reservations.schemas import ReservationIn
from services.schedules import staff_api as schedules_api
from services.search import staff_api as search_api
from services.self_reported_source import public_api as self_reported_source_api
from services.self_reported_source import staff_api as told_texts_api
from services.site import public_api as site_api
from services.staff.accounts import staff_api as accounts_api
from services.staff.live import staff_api as live_api
from services.staff.own_account import staff_api as own_account_api
from services.staff.passkeys import staff_api as passkeys_api
from services.staff.setup import staff_api as setup_api
from services.staff.sign_in import staff_api as session_api
from services.store import staff_api as store_api
from services.tasks import staff_api as tasks_api
from services.timeline import staff_api as timeline_api
from services.visits import public_api as visits_api
from services.waiting_list import public_api as waiting_api
from services.waiting_list.desk import staff_api as waiting_list_api

PUBLIC_ROUTERS = (
    parks_api.router,
    reservations_api.router,
    household_api.router,
    self_reported_source_api.router,
    own_data_api.router,
    hand_over_api.router,
    waiting_api.router,
    contact_api.router,
    visits_api.router,
    machine_api.router,
    payments_api.router,
    contracts_api.router,
    site_api.reports_router,
)
"""Every router of what anybody may call. The app and the document take them from here."""

STAFF_ROUTERS = (
    session_api.router,
    setup_api.router,
    own_account_api.router,
    passkeys_api.router,
    accounts_api.router,
    audit_api.router,
    listing_api.router,
    search_api.router,
    reservations_staff_api.router,
    evidence_api.router,
    timeline_api.router,
    reservations_staff_api.operations,
    payments_staff_api.router,
    bank_api.router,
    contracts_staff_api.router,
    desk_entry_api.router,
    reservation_imports_api.router,
    approvals_api.router,
    parks_staff_api.router,
    capacity_api.router,
    data_protection_api.router,
    declarations_api.router,
    messages_api.router,
    answers_api.router,
    answer_templates_api.router,
    waiting_list_api.router,
    mails_api.router,
    tasks_api.router,
    live_api.router,
    alerts_api.router,
    listing_api.views_router,
    exports_api.router,
    reports_api.router,
    files_api.router,
    metrics_api.router,
    origins_api.router,
    recount_api.router,
    attribution_api.router,  # before the campaigns: /campaigns/audit is none
    campaigns_api.router,
    links_api.router,
    aliases_api.router,
    told_texts_api.router,
    notes_api.router,
    contract_target_api.router,
    self_check_api.router,
    costs_api.router,
    store_api.router,
    segments_api.router,
    kept_api.router,
    report_links_api.router,
    schedules_api.router,
    referrals_api.router,
    jobs_api.router,
    checks_api.router,
    integrations_api.router,
    integrations_api.token_router,
)
"""Every router below /api/staff. The app and the document take them from here."""


BEYOND_SCHEMAS: Final[Mapping[str, str]] = {
    "below_minimum": "an amount is at least the minimum of its park",
    "before_from": "a period ends on or after the day on which it begins",
    "before_time": "a latest time comes after the time at which a report is due",
    "code_invalid": "a referral code consists of letters and digits",
    "consent_missing": "a household has agreed before staff reserve for it",
    "contradiction": "a conversation belongs to a household or to none",
    "control_characters": "text has no invisible characters",
    "email_invalid": "an e-mail address has a form and a domain that can receive mail",
    "empty": "a file has lines",
    "gone": "a file that an answer names was uploaded by its clerk within a day, or stands in the conversation",
    "iban_checksum": "the check digits of an account number are right",
    "iban_country": "an account is in a country of the euro payments area",
    "iban_invalid": "an account number has the length and form of its country",
    "import_problems": "every line of a file of costs is understood",
    "in_future": "costs are those of days up to today",
    "in_the_past": "what expires does so later than today",
    "macros": "a file holds no macros and no programs",
    "missing": "text is not blank, and a member that the value of another one asks for is there",
    "name_taken": "a name is given once",
    "no_letters": "a name has letters",
    "not_a_name": "a name has no characters that names do not have",
    "not_a_text": "text in an address has no invisible characters",
    "not_an_address": "an address for webhooks is one of HTTPS",
    "one_subject": "a file is for a conversation or for a household that is written to first",
    "outlook": "a file is no container of Outlook",
    "out_of_range": "a bound that depends on another member or on today, as the message tells it",
    "phone_invalid": "a telephone number is one that can be dialled",
    "postcode_unknown": "a postcode exists",
    "rate_not_offered": "a credit is one that the offer comes to",
    "reference_invalid": "the check digit of a reference is right",
    "required": "a file has at least one column that the role may see",
    "same": "two spellings differ",
    "slug_invalid": "the end of a short link has letters, digits and hyphens, and is no page of the site",
    "too_deep": "a list is read to a certain depth only",
    "too_few": "entries of a list that differ are enough",
    "too_large": "a file has at most 10 MB",
    "too_large_together": "the files of an answer have at most 25 MB together",
    "too_late": "a token expires within five years",
    "personal": "what many see holds no e-mail address and no telephone number",
    "too_many": "an answer has at most ten files",
    "too_short": "text is long enough without what is invisible in it",
    "too_long": "a period is no longer than a report allows",
    "unknown_choice": "a row, report, table, column or time zone that is named exists",
    "unknown_kind": "a file is a PDF, a picture, a text or a document of an office program, by its content",
    "unknown_page": "a landing page is a page of the site",
    "unknown_park": "a park that is named exists",
    "unreadable": "a file is text",
}
"""Why a call that fits its schema may still get a 422: code → the rule that a schema cannot express."""


def public_document() -> dict[str, Any]:
    """OpenAPI of everything an anonymous visitor may call."""
    document = _document("Voltigo public API", PUBLIC_ROUTERS)
    # The bodies that routes name but read themselves.
    bodies = (ReservationIn, ContactIn, visits_api.VisitIn)
    _, schemas = models_json_schema(
        [(body, "validation") for body in bodies], ref_template="#/components/schemas/{model}"
    )
    document["components"]["schemas"] |= schemas["$defs"]
    return document


def staff_document() -> dict[str, Any]:
    """OpenAPI of everything the console calls."""
    return _document("Voltigo staff API", STAFF_ROUTERS)


def _document(title: str, routers: Iterable[APIRouter]) -> dict[str, Any]:
    rules = "".join(f"- `{code}`: {rule}\n" for code, rule in BEYOND_SCHEMAS.items())
    app = FastAPI(
        title=title,
        version="1",
        description=f"A call that fits its schema is refused with 422 only if it breaks one of these rules:\n\n{rules}",
        responses=REFUSALS,
        generate_unique_id_function=lambda route: route.name,
    )
    for router in routers:
        app.include_router(router)
    return document_of(app)
