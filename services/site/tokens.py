"""Placeholder values in the prerendered pages, from the settings and parks of this installation."""

import json
import re
from collections.abc import Mapping, Sequence

from services.parks.site_facts import SiteFacts
from services.settings import Settings


def site_tokens(settings: Settings, parks: Sequence[SiteFacts]) -> Mapping[str, str]:
    """Token name (`__VOLTIGO_<name>__` in the page) to value; `SETTINGS` and `PARKS` are what scripts read, as JSON."""
    company = {
        "name": settings.company_name,
        "street": settings.company_street,
        "postcodeCity": settings.company_postcode_city,
        "email": settings.company_email,
        "phone": settings.company_phone,
        "dial": dialled(settings.company_phone),
        "representative": settings.company_representative,
        "registerCourt": settings.company_register_court,
        "registerNumber": settings.company_register_number,
        "vatId": settings.company_vat_id,
    }
    scripts = {
        "publicUrl": settings.public_url,
        "bookingUrl": settings.booking_url,
        "contactWidgetUrl": settings.contact_widget_url,
        "attributionStorage": settings.attribution_storage,
        "mailsLeave": bool(settings.smtp_url),
        "instalmentsOffered": settings.instalments_offered,
        "company": company,
    }
    printed = {f"PARK_{park.id.upper()}_{name}": text for park in parks for name, text in park.printed().items()}
    return {
        **printed,
        "PARKS": json.dumps({park.id: park.for_scripts() for park in parks}, ensure_ascii=False),
        "SETTINGS": json.dumps(scripts, ensure_ascii=False),
        "PUBLIC_URL": settings.public_url,
        "BOOKING_URL": settings.booking_url,
        "COMPANY_NAME": settings.company_name,
        "COMPANY_STREET": settings.company_street,
        "COMPANY_POSTCODE_CITY": settings.company_postcode_city,
        "COMPANY_EMAIL": settings.company_email,
        "COMPANY_PHONE": settings.company_phone,
        "COMPANY_DIAL": dialled(settings.company_phone),
        "COMPANY_REPRESENTATIVE": settings.company_representative,
        "COMPANY_REGISTER_COURT": settings.company_register_court,
        "COMPANY_REGISTER_NUMBER": settings.company_register_number,
        "COMPANY_VAT_ID": settings.company_vat_id,
    }


def dialled(phone: str) -> str:
    """A phone number in dialling form: `+49 (0)841 555-12` becomes `+4984155512`."""
    return re.sub(r"\(0\)|[^\d+]", "", phone)
