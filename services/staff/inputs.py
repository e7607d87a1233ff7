"""Input types of accounts."""

from dataclasses import dataclass
from typing import Annotated

from services.core.contact_details import Email, EmailAddress, refuse_test_domain
from services.core.http.errors import ValidationProblem
from services.core.inputs import Choice, Line, Required, fault_of
from services.settings import Settings
from services.staff.models import Role
from services.staff.sign_in.passwords import read_new_password

_NAME, _EMAIL, _ROLE = (
    Required("Bitte geben Sie einen Namen an."),
    Required("Bitte geben Sie eine E-Mail-Adresse an."),
    Required("Bitte wählen Sie eine Rolle."),
)
StaffName = Annotated[str, Line(100), _NAME]
StaffEmail = Annotated[EmailAddress, _EMAIL]
StaffRole = Annotated[Role, Choice(_ROLE.sentence), _ROLE]


@dataclass(frozen=True, slots=True)
class Details:
    """Name, address and role of an account; None where not given."""

    name: str | None = None
    email: Email | None = None
    role: Role | None = None

    def require(self, *members: str) -> None:
        """Refuse, by ValidationProblem, if one of these was not given."""
        sentences = {"name": _NAME.sentence, "email": _EMAIL.sentence, "role": _ROLE.sentence}
        missing = [name for name in members if getattr(self, name) is None]
        if missing:
            raise ValidationProblem([{"field": one, "code": "missing", "message": sentences[one]} for one in missing])


def details_for(settings: Settings, **given: object) -> Details:
    """The details; ValidationProblem for an address at a domain kept for tests, in production."""
    details = Details(**given)  # type: ignore[arg-type]
    if details.email is not None:
        with fault_of("email"):
            refuse_test_domain(details.email, settings.environment != "production")
    return details


def new_password(member: str, typed: str, name: str, email: str) -> str:
    """A password that its owner's name and address do not give away; ValidationProblem at `member`."""
    with fault_of(member):
        return read_new_password(typed, (name, email.partition("@")[0]))
