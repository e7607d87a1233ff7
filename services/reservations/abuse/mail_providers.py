"""Domains under which everybody can have a mailbox. Many households with one of them are no sign of a script, so they
are not counted by their domain. Of any other domain somebody can own every mailbox.

Reviewed by hand: free mail and access providers that households in Germany, Austria and Switzerland use. A domain that
is missing costs a household no place: beyond the limit it confirms first.
"""

from typing import Final

_LARGE = """
gmail.com googlemail.com
gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.eu gmx.info gmx.org gmx.biz
web.de email.de mail.de
t-online.de magenta.de telekom.de
outlook.com outlook.de hotmail.com hotmail.de live.com live.de msn.com
icloud.com me.com mac.com
yahoo.com yahoo.de ymail.com rocketmail.com aol.com aol.de
freenet.de freenetmail.de 01019freenet.de
posteo.de posteo.net posteo.eu mailbox.org mailfence.com
proton.me protonmail.com pm.me tuta.com tutanota.com tutanota.de tuta.io
vodafone.de vodafonemail.de arcor.de kabelmail.de unitybox.de unitymedia.de
1und1.de online.de onlinehome.de o2mail.de o2online.de alice-dsl.net alice.de versanet.de
ewe.net ewetel.net osnanet.de netcologne.de htp-tel.de m-net.de mnet-online.de mnet-mail.de pyur.net tele2.de
lycos.de firemail.de smart-mail.de directbox.com
bluewin.ch sunrise.ch hispeed.ch aon.at a1.net chello.at
"""
LARGE_PROVIDERS: Final = frozenset(_LARGE.split())


def counted_domain(mailbox: str) -> str:
    """The domain that a mailbox is counted by; empty for none."""
    domain = mailbox.rpartition("@")[2]
    return "" if domain in LARGE_PROVIDERS else domain
