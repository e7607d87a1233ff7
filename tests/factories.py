"""Valid inputs, to be changed in the one place a test is about."""

from typing import Any


def reservation_body(**changes: Any) -> dict[str, Any]:
    """The call of the specification, 2,000 kWh at 6 cent in 24 instalments; a change to None leaves a field out."""
    body = {
        "first_name": "Änne",
        "last_name": "Müller",
        "email": "aenne.mueller@example.org",
        "mobile_phone": "0170 1234567",
        "postcode": "85049",
        "energy_provider": "Stadtwerke München",
        "household_size": "2",
        "monthly_abschlag": 85.5,
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
