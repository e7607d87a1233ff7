"""Where webhooks may go: no notation, name or trick leads into our own network."""

import socket
from collections.abc import Sequence
from ipaddress import ip_address

import pytest

from services.integrations.addresses import (
    AddressRefused,
    Rules,
    addresses_of,
    is_allowed,
    read_url,
    rules_of,
    system_lookup,
)
from services.settings import Settings
from tests.factories import production_settings

STRICT = Rules()
TRYING = Rules(plain_http=True, loopback=True)

INTERNAL = [
    "0.0.0.0", "10.0.0.5", "100.64.0.1", "127.0.0.1", "127.8.9.1", "169.254.169.254", "172.16.0.1", "172.31.255.255",
    "192.0.0.1", "192.0.0.192", "168.63.129.16", "192.88.99.1", "3fff::1",
    "192.0.2.1", "192.168.178.1", "198.18.0.1", "198.51.100.1", "203.0.113.9", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255",
    "::", "::1", "::127.0.0.1", "::ffff:10.0.0.5", "::ffff:127.0.0.1", "::ffff:169.254.169.254", "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "fc00::1",
    "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1",
]  # fmt: skip
PUBLIC = [
    "1.1.1.1",
    "93.184.216.34",
    "172.15.0.1",
    "172.32.0.1",
    "2606:4700:4700::1111",
    "2a01:4f8::1",
    "::ffff:1.1.1.1",
]


def lookup_of(*addresses: str):  # type: ignore[no-untyped-def]
    return lambda _host, _port: list(addresses)


def code_of(url: str, rules: Rules = STRICT) -> str:
    with pytest.raises(AddressRefused) as refusal:
        read_url(url, rules)
    return refusal.value.code


@pytest.mark.parametrize("address", INTERNAL)
def test_an_internal_address_is_refused_as_text_and_behind_a_name(address: str) -> None:
    literal = f"[{address}]" if ":" in address else address
    assert code_of(f"https://{literal}/hook") == "address_refused"
    target = read_url("https://hooks.example.org/", STRICT)
    with pytest.raises(AddressRefused, match="address_refused"):
        addresses_of(target, STRICT, lookup_of(address))
    with pytest.raises(AddressRefused, match="address_refused"):
        addresses_of(target, STRICT, lookup_of("1.1.1.1", address))


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_is_taken(address: str) -> None:
    literal = f"[{address}]" if ":" in address else address
    target = read_url(f"https://{literal}:8443/a?b=c", STRICT)
    assert (target.port, target.path, target.is_https) == (8443, "/a?b=c", True)
    assert addresses_of(target, STRICT, lookup_of(address))


@pytest.mark.parametrize(
    "host",
    ["2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.1", "127.0.0.1.", "1.0x7f", "①②⑦.0.0.1", "127.0.0.0x1"],
)
def test_numbers_in_other_notations_are_no_addresses(host: str) -> None:
    assert code_of(f"https://{host}/") == "not_an_address"


@pytest.mark.parametrize(
    "url",
    [
        "", "hooks.example.org", "ftp://hooks.example.org/", "file:///etc/passwd", "https://", "https:///hook",
        "https://user:word@hooks.example.org/", "https://hooks.example.org/#part", "https://hooks.example.org:99999/",
        "https://hooks.example.org\\@10.0.0.1/", "https://hooks.example.org/a b", "https://hooks.example.org/\r\nX: y",
        "https://[fe80::1%25eth0]/", "https://[::1", "https://-a.example.org/", "https://a..example.org/",
        "https://hööks.example.org/", f"https://hooks.example.org/{'a' * 500}",
    ],
)  # fmt: skip
def test_what_is_no_web_address_is_refused(url: str) -> None:
    assert code_of(url) in ("not_an_address", "address_refused")


def test_only_https_unless_the_installation_is_local() -> None:
    assert code_of("http://hooks.example.org/") == "not_https"
    assert not read_url("http://hooks.example.org/", Rules(plain_http=True)).is_https


@pytest.mark.parametrize("port", [22, 25, 53, 111, 445, 0])
def test_ports_of_other_services_are_refused(port: int) -> None:
    assert code_of(f"https://hooks.example.org:{port}/") == "port_refused"


def test_our_own_machine_is_reached_from_a_demonstration_alone() -> None:
    assert read_url("http://127.0.0.1:9000/", TRYING).authority == "127.0.0.1:9000"
    assert is_allowed(ip_address("::1"), TRYING)
    for address in ("10.0.0.5", "169.254.169.254", "fe80::1"):
        assert not is_allowed(ip_address(address), TRYING)
    local = Settings(_env_file=None)  # type: ignore[call-arg]
    demo = Settings(_env_file=None, environment="demo")  # type: ignore[call-arg]
    assert rules_of(local) == Rules(plain_http=True, loopback=False)
    assert rules_of(demo) == Rules(plain_http=True, loopback=True)
    assert rules_of(Settings(**production_settings())) == Rules(plain_http=False, loopback=False)


def test_a_name_that_nobody_knows_or_that_has_no_address_is_refused() -> None:
    def unknown(_host: str, _port: int) -> Sequence[str]:
        raise socket.gaierror(-2, "Name or service not known")

    target = read_url("https://hooks.example.org/", STRICT)
    for lookup in (unknown, lookup_of()):
        with pytest.raises(AddressRefused, match="unknown_name"):
            addresses_of(target, STRICT, lookup)


def test_the_system_answers_names_and_says_when_it_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "127.0.0.1" in system_lookup("localhost", 80)
    monkeypatch.setattr("services.integrations.addresses._LOOKUP_SECONDS", 0.01)
    release = __import__("threading").Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_named: release.wait(30) and [])
    with pytest.raises(TimeoutError):
        system_lookup("hooks.example.org", 443)
    release.set()
