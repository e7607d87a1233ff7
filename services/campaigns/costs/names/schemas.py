"""API schemas of the names that ad platforms have for campaigns."""

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel

from services.campaigns.costs.platforms import Platform
from services.core.http.answers import Answer
from services.core.inputs import Body, Choice, Line, Needed, Otherwise, RowIdIn

LONGEST_NAME = 400


class PlatformNameIn(Body):
    """What a platform's name means; without a campaign its lines are always left out."""

    platform: Annotated[Platform, Choice("Bitte wählen Sie die Plattform."), Needed("Bitte wählen Sie die Plattform.")]
    name: Annotated[str, Line(LONGEST_NAME), Needed("Bitte geben Sie den Namen an, wie er in der Datei steht.")]
    campaign_id: Annotated[RowIdIn | None, Otherwise(None)] = None


class PlatformNameOut(Answer):
    """A remembered name; `campaign_id` null: always left out."""

    id: int
    platform: Platform
    name: str
    campaign_id: int | None
    campaign_name: str | None
    created_at: datetime
    created_by_name: str | None


class PlatformNamesOut(BaseModel):
    data: list[PlatformNameOut]
