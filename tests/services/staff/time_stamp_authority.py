"""An authority that signs time stamps as RFC 3161 asks, with a root certificate of its own."""

import hashlib
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Final

from asn1crypto import algos, cms, core, tsp
from asn1crypto import x509 as asn1_x509
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

_POLICY: Final = "1.2.3.4.1"
_SHA256: Final = algos.DigestAlgorithm({"algorithm": "sha256"})


@dataclass
class Authority:
    """`now` is the moment it signs; None: the real one."""

    now: datetime | None = None
    _root: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    _key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    @cached_property
    def root(self) -> x509.Certificate:
        """Whom the product is told to trust."""
        name = _named("Wurzel")
        uses = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
        builder = _certificate(name, name, self._root.public_key())
        builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        return builder.add_extension(uses, critical=True).sign(self._root, hashes.SHA256())

    @cached_property
    def certificate(self) -> x509.Certificate:
        """Whose key signs."""
        builder = _certificate(_named("Zeitstempel"), _named("Wurzel"), self._key.public_key())
        purpose = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
        return builder.add_extension(purpose, critical=True).sign(self._root, hashes.SHA256())

    def answer(self, query: bytes) -> bytes:
        """The response to a request for a time stamp."""
        asked = tsp.TimeStampReq.load(query)
        info = tsp.TSTInfo(
            {
                "version": "v1",
                "policy": _POLICY,
                "message_imprint": asked["message_imprint"],
                "serial_number": 1,
                "gen_time": (self.now or datetime.now(UTC)).replace(microsecond=0),
                "nonce": asked["nonce"],
            }
        )
        token = {"content_type": "signed_data", "content": self._signed(info)}
        return bytes(tsp.TimeStampResp({"status": {"status": "granted"}, "time_stamp_token": token}).dump())

    def _signed(self, info: tsp.TSTInfo) -> cms.SignedData:
        ours = asn1_x509.Certificate.load(self.certificate.public_bytes(Encoding.DER))
        content = info.dump()
        attributes = cms.CMSAttributes([_attribute(*one) for one in self._attributes(content)])
        signer = cms.SignerInfo(
            {
                "version": "v1",
                "sid": cms.SignerIdentifier(
                    "issuer_and_serial_number", {"issuer": ours.issuer, "serial_number": ours.serial_number}
                ),
                "digest_algorithm": _SHA256,
                "signed_attrs": attributes,
                "signature_algorithm": {"algorithm": "sha256_ecdsa"},
                "signature": self._key.sign(attributes.dump(), ec.ECDSA(hashes.SHA256())),
            }
        )
        return cms.SignedData(
            {
                "version": "v3",
                "digest_algorithms": [_SHA256],
                "encap_content_info": {"content_type": "tst_info", "content": core.ParsableOctetString(content)},
                "certificates": [ours],
                "signer_infos": [signer],
            }
        )

    def _attributes(self, content: bytes) -> list[tuple[str, object]]:
        shown = hashlib.sha256(self.certificate.public_bytes(Encoding.DER)).digest()
        vouched = tsp.SigningCertificateV2({"certs": [{"hash_algorithm": _SHA256, "cert_hash": shown}]})
        return [
            ("content_type", "tst_info"),
            ("message_digest", hashlib.sha256(content).digest()),
            ("signing_certificate_v2", vouched),
        ]


def _attribute(kind: str, value: object) -> cms.CMSAttribute:
    return cms.CMSAttribute({"type": kind, "values": [value]})


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


def _certificate(subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    begins = datetime(2020, 1, 1, tzinfo=UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(begins + timedelta(days=36_500))
    )
