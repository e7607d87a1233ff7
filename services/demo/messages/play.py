"""Plays the correspondence of the last days through the use cases of the contact form, the mailbox and the desk."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.contact.schemas import ContactIn
from services.contact.submit import Submission, submit
from services.contact.validation import request_of
from services.core.clock import BERLIN
from services.core.http.idempotency import identify
from services.core.inputs import checked
from services.demo.messages.mails import Writer, Written, quoted, undeliverable, written
from services.demo.messages.script import CORRESPONDENCES, Act, Correspondence, Step
from services.demo.scene import Scene
from services.mail.acknowledgements import Acknowledgements
from services.mail.models import Mail
from services.mail.rendering import renderer_for
from services.messages.answers import close, write
from services.messages.answers.inputs import AnswerIn, WriteIn
from services.messages.answers.recipients import household_of, of_reservation
from services.messages.answers.thread import answer_subject
from services.messages.forms import open_for_form
from services.messages.intake.fetch import own_addresses
from services.messages.intake.fingerprint import fingerprint
from services.messages.intake.parse import parse
from services.messages.intake.store import Arrived, store
from services.messages.models import Conversation, Direction, Message
from services.messages.templates.fields import Household, fill, values_of
from services.messages.templates.templates import offered
from services.offer import PLANS
from services.reservations.models import Reservation
from services.staff.models import Account

Plan = Callable[[datetime, Callable[[], object]], None]
_ROUTE = "/api/contact"
_LONGEST_SUBJECT = 200
_UNTIL_IT_LEFT = timedelta(minutes=11)
_SETTLED = timedelta(days=7)
"""Only households that reserved longer ago write to us here."""


def plan_messages(scene: Scene, end: datetime, put: Plan) -> None:
    """Schedule the correspondence of a story that ends at `end`."""
    taken: set[int] = set()
    for correspondence in CORRESPONDENCES:
        play = _Play(scene, correspondence, taken, end)
        for step in correspondence.steps:
            put(step.moment(end), partial(play.do, step))
            if step.act in ("answer", "begin"):
                put(step.moment(end) + _UNTIL_IT_LEFT, scene.deliver)


class _Play:
    """One conversation while it goes on. Without a household that fits, nothing happens."""

    def __init__(self, scene: Scene, of: Correspondence, taken: set[int], end: datetime) -> None:
        self._scene, self._of, self._taken, self._end = scene, of, taken, end
        self._household: Reservation | None = None
        self._conversation: int | None = None
        self._acts: dict[Act, Callable[[Step], None]] = {
            "form": self._form,
            "mail": self._mail,
            "reply": self._reply,
            "away": self._away,
            "bounce": self._bounce,
            "answer": self._answer,
            "begin": self._begin,
            "close": self._close,
        }

    def do(self, step: Step) -> None:
        if step is self._of.steps[0] and self._of.state is not None:
            self._household = self._found()
        if self._of.state is None or self._household is not None:
            self._acts[step.act](step)

    def _found(self) -> Reservation | None:
        """The latest household in the state that nothing else was written to or by."""
        assert self._of.state is not None
        query = select(Reservation).where(
            Reservation.state == self._of.state.value,
            Reservation.id.not_in(self._taken | self._scene.declared_about),
            Reservation.email.endswith(".example"),
            Reservation.email.not_in(self._scene.unknown_mailboxes),
            Reservation.created_at < self._scene.clock() - _SETTLED,
        )
        if self._of.pays_by_instalment:
            query = query.where(Reservation.payment_plan.in_(plan.id for plan in PLANS.values() if plan.months))
        with self._scene.db.read() as session:
            found = session.scalars(query.order_by(Reservation.id.desc()).limit(1)).one_or_none()
        if found is not None:
            self._taken.add(found.id)
        return found

    def _form(self, step: Step) -> None:
        household, writer = self._household, self._writer()
        typed = {"name": writer.name, "email": writer.address, "topic": step.title, "message": self._filled(step.text)}
        if household is not None:
            typed |= {"reference": household.reference, "phone": household.mobile_phone}
        request = request_of(checked(ContactIn, typed), {}, allow_test_domains=True)
        settings = self._scene.settings
        acknowledgements = Acknowledgements(settings, "contact")
        submission = Submission(
            request, identify(_ROUTE, typed, None), settings.company_email, acknowledgements, (open_for_form,)
        )
        outcome = self._scene.write(lambda session, now: submit(session, submission, now))
        is_its = ContactMessage.reference == outcome.body["reference"]
        query = select(Conversation.id).join(ContactMessage, ContactMessage.id == Conversation.contact_message_id)
        with self._scene.db.read() as session:
            self._conversation = session.scalars(query.where(is_its)).one()

    def _mail(self, step: Step) -> None:
        self._receive(step, self._filled(step.title), self._filled(step.text))

    def _reply(self, step: Step) -> None:
        with self._scene.db.read() as session:
            last = self._last_of_ours(session)
        text = f"{self._filled(step.text)}\n\n{quoted(last.body_text, 'Voltigo', last.received_at)}"
        self._receive(step, f"Re: {last.subject}", text, last.message_id or "")

    def _away(self, step: Step) -> None:
        with self._scene.db.read() as session:
            last = self._last_of_ours(session)
        self._receive(step, step.title, self._filled(step.text), last.message_id or "", is_automatic=True)

    def _bounce(self, _step: Step) -> None:
        with self._scene.db.read() as session:
            mail = session.get_one(Mail, self._last_of_ours(session).mail_id)
        self._store(undeliverable(mail.message_id, mail.recipient, self._scene.clock()))

    def _receive(self, step: Step, subject: str, text: str, answers: str = "", *, is_automatic: bool = False) -> None:
        scene, writer = self._scene, self._writer()
        id_ = f"{UUID(int=scene.random.getrandbits(128))}"
        mail = Written(
            writer, scene.settings.company_email, subject, text, scene.clock(), id_, answers, is_automatic, step.file
        )
        self._conversation = self._store(written(mail))

    def _store(self, raw: bytes) -> int:
        """Take a mail in as the job does that reads the mailbox; the id of its conversation."""
        parsed = parse(raw, own_addresses(self._scene.settings))
        mark = fingerprint(raw, parsed.message_id)
        return self._scene.write(lambda session, now: store(session, Arrived(parsed, mark, now, now)).conversation_id)

    def _answer(self, step: Step) -> None:
        id_, clerk = self._id(), self._clerk()
        with self._scene.db.read() as session:
            row = session.get_one(Conversation, id_)
            household = household_of(session, row)
            subject = answer_subject(row.subject, _LONGEST_SUBJECT)
            text = fill(self._template(session, step), values_of(household)).text
        body = AnswerIn.model_validate({**self._typed(step, subject, text), "version": row.version})
        self._scene.write(lambda session, _now: write.answer(session, id_, body, clerk))

    def _begin(self, step: Step) -> None:
        household, clerk = self._household, self._clerk()
        assert household is not None
        body = WriteIn.model_validate(self._typed(step, step.title, self._filled(step.text)))
        self._conversation = self._scene.write(lambda session, _now: write.begin(session, household.id, body, clerk))

    def _close(self, _step: Step) -> None:
        id_, actor = self._id(), self._scene.clerk()
        self._scene.write(lambda session, now: close.set_closed(session, id_, True, actor, now))

    def _typed(self, step: Step, subject: str, text: str) -> dict[str, str | None]:
        send_at = None
        if step.leaves:
            day = self._end.astimezone(BERLIN).date() + timedelta(days=1)
            send_at = f"{day.isoformat()}T{step.leaves}"
        key = f"{UUID(int=self._scene.random.getrandbits(128))}"
        return {"subject": subject, "text": text, "key": key, "send_at": send_at}

    def _template(self, session: Session, step: Step) -> str:
        """The text, or that of the template which the step names."""
        return step.text or next(one.text for one in offered(session) if one.name == step.title)

    def _clerk(self) -> write.Clerk:
        scene = self._scene
        id_ = int(scene.clerk().partition(":")[2])
        with scene.db.read() as session:
            name = session.get_one(Account, id_).name
        return write.Clerk(id_, name, renderer_for(scene.settings).domain, scene.clock())

    def _id(self) -> int:
        assert self._conversation is not None
        return self._conversation

    def _last_of_ours(self, session: Session) -> Message:
        is_ours = (Message.conversation_id == self._id()) & (Message.direction == Direction.OUT.value)
        return session.scalars(select(Message).where(is_ours).order_by(Message.id.desc()).limit(1)).one()

    def _writer(self) -> Writer:
        """By name and address of the script, else of the household."""
        household = self._household
        if household is None:
            return Writer(self._of.name, self._of.address)
        name = self._of.name or f"{household.first_name} {household.last_name}"
        surname = household.email.partition("@")[0].rpartition(".")[2]
        return Writer(name, self._of.address.replace("{nachname}", surname) or household.email)

    def _filled(self, text: str) -> str:
        household = self._household
        if household is None:
            return text
        with self._scene.db.read() as session:
            known: Household = of_reservation(session, household)
            values = values_of(known) | {"telefon": household.mobile_phone, "plz": household.postcode}
        return fill(text, values).text
