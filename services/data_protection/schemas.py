"""API schemas of data protection."""

from datetime import date, datetime

from pydantic import BaseModel, Field

from services.core.inputs import Body, Version
from services.data_protection.erasure.preview import Preview


class CountedOut(BaseModel):
    """A kind of data, and how many entries of it."""

    label: str
    rows: int


class KeptOut(BaseModel):
    """What the law keeps and why. `until` null: as long as the contract runs, and then by its rule."""

    label: str
    because: str
    until: date | None


class ErasurePreviewOut(BaseModel):
    """What an erasure would do. `spot_number`: the place it frees, if any."""

    version: int
    spot_number: int | None
    has_running_contract: bool
    deleted: list[CountedOut]
    pseudonymised: list[CountedOut]
    redacted: list[CountedOut] = Field(description="texts elsewhere that name the person and stay without those words")
    kept: list[KeptOut]
    others: list[str]

    @classmethod
    def of(cls, found: Preview) -> "ErasurePreviewOut":
        return cls.model_validate(found, from_attributes=True)


class EraseIn(Body):
    """`version`: as shown by the preview."""

    version: Version


class ErasedOut(BaseModel):
    """The result. `is_whole` false: a contract keeps the rest, until `kept_until`; null while it runs."""

    erased_at: datetime
    is_whole: bool
    kept_until: date | None


class PersonalTableOut(BaseModel):
    """One table with personal data. `persons` null: it leads to no household. `job` empty: no job deletes it."""

    name: str
    label: str
    purpose: str
    basis: str
    period: str
    because: str
    job: str
    rows: int
    persons: int | None
    oldest: datetime | None
    due: int


class RuleRowsOut(BaseModel):
    """How many rows a rule deletes or changes, by the label of the table."""

    rule: str
    period: str
    tables: list[CountedOut]
    total: int


class RetentionRunOut(BaseModel):
    """One run of the nightly job. `finished_at` null: it was interrupted, or is at work."""

    started_at: datetime
    finished_at: datetime | None
    rules: list[RuleRowsOut]


class DataProtectionOut(BaseModel):
    """The console's page."""

    tables: list[PersonalTableOut]
    last_run: RetentionRunOut | None
    next_run_at: datetime
    due: int = Field(description="rows that the next run would delete or change, as far as they are due now")


class DryRunOut(BaseModel):
    """What the nightly job would do now."""

    rules: list[RuleRowsOut]
    total: int
