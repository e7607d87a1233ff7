"""A link that works once works once on three servers, also when all three get it at the same moment."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from sqlalchemy import func, select

from services.core.clock import utc_now
from services.core.db.db import Database
from services.mail.link_tokens import link_token
from services.mail.models import Mail
from services.privacy.consent_texts import ADDRESS_PURPOSE
from services.privacy.models import Consent
from services.reservations.models import Reservation
from services.staff.models import Account
from services.staff.sign_in import one_time_links
from tests.fixtures.cluster import SERVERS, Cluster
from tests.fixtures.proved import proved
from tests.fixtures.servers import StartServer
from tests.fixtures.staff import OWN_PAGE, add_member
from tests.fixtures.told_rows import Row, Tell
from tests.scale.servers.households import PROVIDER, RESERVE, household
from tests.services.stored import stored

pytestmark = [pytest.mark.xdist_group("servers"), pytest.mark.sample(0)]

PASSWORD = "ein langes Wort und noch eins"
ONCE = "a link that works once works once"
ROUNDS = proved(1, 20)
Send = Callable[[int], httpx2.Response]


def sender(cluster: Cluster, path: str, body: dict[str, Any]) -> Send:
    """A call that the server at the given place gets."""

    def send(place: int) -> httpx2.Response:
        with cluster.at(place) as client:
            return client.post(path, json=body)

    return send


def is_used_once(send: Send, *, at_once: bool, refused: int) -> bool:
    """Whether exactly one server takes the link, at once or one after the other, and none later."""
    if at_once:
        with ThreadPoolExecutor(SERVERS) as pool:
            first = [answer.status_code for answer in pool.map(send, range(SERVERS))]
    else:
        first = [send(place).status_code for place in range(SERVERS)]
        assert first[0] == 200, "the first server is to have it"
    later = [send(place).status_code for place in range(SERVERS)]
    return sorted(first) == [200] + [refused] * (SERVERS - 1) and later == [refused] * SERVERS


def mailed(cluster: Cluster, recipient: str) -> dict[str, Any]:
    """The values of the latest mail to this address."""
    with cluster.db.read() as session:
        mail = session.scalars(select(Mail).where(Mail.recipient == recipient).order_by(Mail.id.desc())).first()
    assert mail is not None
    return mail.values


def tried(links: str, at_once: bool) -> str:
    """What was done with so many links, for the table."""
    return f"{links}, {'at once' if at_once else 'in turn'} on {SERVERS} servers, and on each again"


def setup_link(cluster: Cluster, purpose: str, number: int) -> dict[str, Any]:
    """What is sent with a fresh link of this purpose, mailed by the first server."""
    admin, email = add_member(cluster.db, "admin"), f"neu-{number}-{utc_now():%H%M%S%f}@voltigo.example"
    with cluster.at(0, admin.token) as client:
        if purpose == "invitation":
            body = {"email": email, "name": "Neu Hier", "role": "marketing"}
            answer, more = client.post("/api/staff/accounts", json=body), {"name": "Neu Hier"}
        else:
            member = add_member(cluster.db, "staff")
            email, more = member.email, {}
            answer = client.post(f"/api/staff/accounts/{member.id}/invitation")
    assert answer.status_code == 200, answer.text
    return {"token": str(mailed(cluster, email)["link"]).partition("#")[2], "password": PASSWORD, **more}


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "in turn"])
@pytest.mark.parametrize("purpose", ["invitation", "new password"])
def test_a_link_of_staff_is_used_once(cluster: Cluster, told: Tell, purpose: str, at_once: bool) -> None:
    for number in range(ROUNDS):
        body = setup_link(cluster, purpose, number)
        assert is_used_once(sender(cluster, "/api/staff/setup", body), at_once=at_once, refused=404)
    told(Row(ONCE, tried(f"{ROUNDS} links of staff ({purpose})", at_once)))


def test_the_link_of_the_first_account_makes_one_account(postgresql_url: str, start_server: StartServer) -> None:
    """On a database of its own, since there is no such link any more as soon as there is an account."""
    servers = [start_server(postgresql_url, scheduler="off") for _ in range(SERVERS)]
    db = Database(postgresql_url)
    token = db.write(lambda session: one_time_links.issue_first(session, utc_now()))
    body = {"token": token, "name": "Erste", "password": PASSWORD}

    def send(place: int) -> httpx2.Response:
        typed = {**body, "email": f"erste-{place}@voltigo.example"}
        return httpx2.post(f"{servers[place].url}/api/staff/setup", json=typed, headers=OWN_PAGE, timeout=60)

    assert is_used_once(send, at_once=True, refused=404)
    assert len(stored(db, Account)) == 1
    db.close()


@pytest.mark.parametrize("at_once", [True, False], ids=["at once", "in turn"])
def test_the_link_of_a_household_confirms_once_and_opens_its_page_on_each_server(
    cluster: Cluster, told: Tell, at_once: bool
) -> None:
    for number in range(ROUNDS):
        mailbox = f"verwalten-{at_once:d}-{number}".lower()
        with cluster.at(0) as client:
            reference = client.post(RESERVE, json=household(mailbox)).json()["reference"]
        token = link_token(cluster.secret_key, mailed(cluster, f"{mailbox}@{PROVIDER}")["link_seed"])
        send = sender(cluster, "/api/household/links/press", {"token": token})
        with cluster.db.read() as session:
            query = select(Reservation).where(Reservation.reference == reference)
            assert session.scalars(query).one().email_confirmed_at is None
        if at_once:
            with ThreadPoolExecutor(SERVERS) as pool:
                answers = list(pool.map(send, range(SERVERS)))
        else:
            answers = [send(place) for place in range(SERVERS)]
        assert [answer.status_code for answer in answers] == [200] * SERVERS
        with cluster.db.read() as session:
            reservation = session.scalars(query).one()
            assert reservation.email_confirmed_at is not None
            of_address = (Consent.reservation_id == reservation.id) & (Consent.purpose == ADDRESS_PURPOSE)
            confirmed = select(func.count()).where(of_address)
            assert session.scalar(confirmed) == 1
    told(Row("a link of a household confirms once", tried(f"{ROUNDS} links of households", at_once)))
