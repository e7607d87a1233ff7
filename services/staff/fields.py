"""Validation of account fields, with the same rules and sentences as the product's other forms."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from services.core.contact_details import read_email
from services.core.fields import Fields, choice, text
from services.core.http.errors import FieldError, ValidationProblem
from services.staff.models import Role
from services.staff.sign_in.passwords import read_new_password

_LONGEST_NAME = 100
_role = choice([role.value for role in Role], "Bitte wählen Sie eine Rolle.")


@dataclass(frozen=True, slots=True)
class Details:
    """Name, address and role of an account; None where not given."""

    name: str | None = None
    email: tuple[str, str] | None = None
    """As typed, and normalised."""
    role: str | None = None


def read_details(body: Mapping[str, Any], *, needed: frozenset[str], allow_test_domains: bool) -> Details:
    """Read the given fields; raises ValidationProblem for an invalid one or one that is `needed` and missing."""
    errors: list[FieldError] = []
    fields = Fields(body, errors)
    rules = {
        "name": (lambda value: text(value, _LONGEST_NAME), "Bitte geben Sie einen Namen an."),
        "email": (lambda value: read_email(value, allow_test_domains), "Bitte geben Sie eine E-Mail-Adresse an."),
        "role": (_role, "Bitte wählen Sie eine Rolle."),
    }
    wanted = [name for name in rules if name in needed or body.get(name) is not None]
    values: dict[str, Any] = {name: fields.read(name, *rules[name]) for name in wanted}
    if errors:
        raise ValidationProblem(errors)
    return Details(**values)


def read_password(field: str, value: str, name: str, email: str) -> str:
    """Read a new password; raises ValidationProblem."""
    errors: list[FieldError] = []
    about = (name, email.partition("@")[0])
    password = Fields({field: value}, errors).read(
        field, lambda typed: read_new_password(typed, about), "Bitte wählen Sie ein Passwort."
    )
    if password is None:
        raise ValidationProblem(errors)
    return password
