"""Valid inputs, to be changed in the one place a test is about."""

from typing import Any

from services.reservations.models import ASKED, FIELDS


def production_settings(**changes: Any) -> dict[str, Any]:
    """Settings that production accepts; a change to None leaves one out."""
    values = {
        "environment": "production",
        "secret": "6f1c0e7ab5d94238a1f0c3d2e4b59687",
        "public_url": "https://voltigo.example",
        "booking_url": "https://termine.voltigo.example/beratung",
        "smtp_url": "smtps://post:geheim@mail.voltigo.example",
        "mail_from": "Voltigo <post@voltigo.example>",
        "trusted_proxies": "none",
        "company_name": "Voltigo GmbH",
        "company_street": "Sonnenallee 7",
        "company_phone": "+49 841 123456",
        "company_email": "post@voltigo.example",
        "company_representative": "Dr. Änne Özkan",
        "company_register_court": "Amtsgericht Ingolstadt",
        "company_register_number": "HRB 12345",
        "company_vat_id": "DE123456789",
    }
    return {name: value for name, value in (values | changes).items() if value is not None}


def letters(number: int) -> str:
    """A number as a name can hold it, 407 as `EAH`."""
    return str(number).translate(str.maketrans("0123456789", "ABCDEFGHIJ"))


DETAILS: dict[str, Any] = {
    "postcode": "85049",
    "energy_provider": "Stadtwerke München",
    "household_size": "2",
    "monthly_abschlag": 85.5,
}
"""What a household says of itself in a form of the site: a value for each field that such a form asks for."""


def stored_details(**changes: Any) -> dict[str, Any]:
    """The same as it is stored, by column, with what no form asks for."""
    nothing = dict.fromkeys((one.column for one in FIELDS), None)
    return nothing | {one.column: one.values.sent.read(DETAILS[one.name]) for one in ASKED} | changes


def typed_details(**changes: Any) -> dict[str, Any]:
    """The same as staff type it."""
    stored = stored_details()
    return {one.name: one.values.as_typed(stored[one.column]) for one in ASKED} | changes


def reservation_body(**changes: Any) -> dict[str, Any]:
    """The call of the specification, 2,000 kWh at 6 cent in 24 instalments; a change to None leaves a field out."""
    body = {
        "first_name": "Änne",
        "last_name": "Müller",
        "email": "aenne.mueller@example.org",
        "mobile_phone": "0170 1234567",
        **DETAILS,
        "annual_kwh": 2000,
        "solar_share_amount": 1299,
        "payment_plan": "24m",
        "payment_interest_rate": 0.03,
        "expected_monthly_credit": 10,
        "expected_annual_credit": 120,
        "expected_total_credits": 2400,
        "yearly_platform_fee": 0,
        "deposit_amount": 1,
        "setup_fee": 79,
        "deposit_status": "reserved",
        "utm_source": "newsletter",
        "utm_campaign": "fruehling",
        "referral_code": "",
    }
    return {name: value for name, value in (body | changes).items() if value is not None}


def contact_body(**changes: Any) -> dict[str, Any]:
    """A message about a reservation; a change to None leaves a field out."""
    body = {
        "name": "Änne Müller",
        "email": "aenne.mueller@example.org",
        "phone": "0841 123456",
        "topic": "reservierung",
        "reference": "VG-2222-2222",
        "message": "Meine Anschrift ändert sich im Mai.\nWas muss ich tun?",
    }
    return {name: value for name, value in (body | changes).items() if value is not None}
