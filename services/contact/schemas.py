"""API schemas of the contact form. The rules themselves are in `validation.py`."""

from pydantic import BaseModel, Field

from services.contact.topics import PaymentMethod, Topic
from services.contact.validation import LONGEST_MESSAGE, SHORTEST_MESSAGE


class ContactIn(BaseModel):
    """A message. The last three fields belong to the topic `anteil`; elsewhere they are ignored."""

    name: str
    email: str
    phone: str = Field("", description="needed for the topic `rueckruf`")
    topic: Topic
    reference: str = Field("", description="of a reservation, VG-XXXX-XXXX")
    message: str = Field(min_length=SHORTEST_MESSAGE, max_length=LONGEST_MESSAGE)
    homepage: str = Field("", description="people leave it empty")
    project: str | None = None
    amount: float | None = Field(None, description="euros, at least the project's minimum")
    payment_method: PaymentMethod | None = None


class ContactOut(BaseModel):
    """The enquiry's own reference."""

    success: bool
    reference: str
