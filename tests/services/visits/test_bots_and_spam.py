"""Programs and faked referrers: flagged in their rows, never dropped, and no person taken for one."""

from collections.abc import Callable
from pathlib import Path

from services.visits.bots import is_bot
from services.visits.record import _OWN_LIST, ADDED_LIST, SpamList
from tests.services.visits.conftest import FIREFOX, SAFARI, Visitors

CHROME = (
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
)
BOTS = [
    "",
    "   ",
    "Mozilla/5.0",
    "Firefox",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)",
    "curl/8.5.0",
    "python-requests/2.32.3",
    "Go-http-client/2.0",
    CHROME.replace("Chrome/", "HeadlessChrome/"),
    "Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1",
]
PEOPLE = [
    FIREFOX,
    SAFARI,
    CHROME,
    CHROME + " Edg/142.0.0.0",
    CHROME + " OPR/124.0.0.0",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 "
    "Safari/605.1.15",
    "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 "
    "Chrome/130.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Android 15; Mobile; rv:144.0) Gecko/144.0 Firefox/144.0",
    "Mozilla/5.0 (Linux; Android 14; CUBOT X90) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile "
    "Safari/537.36",
]  # fmt: skip


def test_programs_are_known_and_people_not_taken_for_them() -> None:
    assert [name for name in BOTS if not is_bot(name)] == []
    assert [name for name in PEOPLE if is_bot(name)] == []


def test_a_name_of_any_length_is_looked_at_in_little_memory() -> None:
    assert is_bot("Googlebot/2.1 (" + "x" * 60_000)
    assert not is_bot(FIREFOX + " x" * 30_000)


def test_a_program_is_stored_with_its_flag(visitors: Visitors) -> None:
    for user_agent in (FIREFOX, BOTS[2], None):
        assert visitors.report(user_agent=user_agent).status_code == 204
    assert [row["is_bot"] for row in visitors.rows()] == [False, True, True]


def test_a_known_host_and_its_subdomains_are_spam(tmp_path: Path) -> None:
    spam = SpamList(tmp_path)
    for host in ("semalt.com", "crawler.semalt.com", "a.b.semalt.com", "SEMALT.com.", "semalt.com:8080"):
        assert host in spam, host
    for host in ("notsemalt.com", "semalt.com.example.org", "com", "", ".", "..com", "www.google.com", "semalt",
                 "m.facebook.com"):  # fmt: skip
        assert host not in spam, host


def test_the_list_holds_hosts_only_each_once() -> None:
    hosts = [line for line in _OWN_LIST.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert len(hosts) > 300
    assert hosts == sorted(set(hosts))
    assert [host for host in hosts if host != host.strip().lower() or "." not in host or "/" in host] == []
    known = set(hosts)
    inner = [h for h in hosts if any(".".join(h.split(".")[i:]) in known for i in range(1, h.count(".") + 1))]
    assert inner == [], "a subdomain of a listed host is meant already"


def test_spam_is_stored_with_its_flag(visitors: Visitors) -> None:
    for touch in ({"referrer_host": "www.google.com"}, {"referrer_host": "x.semalt.com"}, {"utm_source": "semalt.com"}):
        assert visitors.report(touch=touch).status_code == 204
    assert [row["is_referrer_spam"] for row in visitors.rows()] == [False, True, True]


def test_an_installation_adds_its_own_hosts(open_site: Callable[..., Visitors], tmp_path: Path) -> None:
    data_dir = tmp_path / "var"
    data_dir.mkdir()
    (data_dir / ADDED_LIST).write_text("# ours\n\nNervig.Example  # since May\nkein-host\n", encoding="utf-8")
    visitors = open_site(rate_limits="off", data_dir=data_dir)
    for host in ("nervig.example", "sub.nervig.example", "semalt.com", "kein-host", "brav.example"):
        visitors.report(touch={"referrer_host": host})
    assert [row["is_referrer_spam"] for row in visitors.rows()] == [True, True, True, False, False]
