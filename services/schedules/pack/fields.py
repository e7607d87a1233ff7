"""Names of fields of further reports in problem responses."""

from services.core.http.errors import FieldError


def field_of(place: int) -> str:
    """`further_reports.0`: the further report at this position."""
    return f"further_reports.{place}"


def within(field: str, fault: FieldError) -> FieldError:
    """The same fault, named inside this field; as it is where the field is empty."""
    return {**fault, "field": f"{field}.{fault['field']}"} if field else fault
