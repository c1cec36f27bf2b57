"""A certificate that this computer makes for itself, so that phones at home reach it over https and lend their camera.

Nobody vouches for it: browsers warn once, and then remember it. So it is kept, and made anew only when it runs out or
the computer has another address. Needs `cryptography`, of the extra `companion`.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import os
import socket
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from eminence.server.storage.database_file import OWN, make_private

DAYS: Final = 397
"""The longest that browsers allow."""
SPARE: Final = dt.timedelta(days=30)
"""It is made anew so long before it ends."""


def self_signed(file: Path, names: Sequence[str]) -> Path:
    """A file with a key and a certificate for names and addresses: the one that is there, if it will do, or a new one.

    Only its owner may read it. Raises OSError if it cannot be written, ModuleNotFoundError without `cryptography`.
    """
    own = [name for name in (socket.gethostname().lower(),) if name.isascii()]
    wanted = list(dict.fromkeys([*names, "localhost", "127.0.0.1", "::1", *own]))
    if file.exists():
        make_private(file)
        if _will_do(file, wanted):
            return file
    made = _made(wanted)
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_name(file.name + ".new")
    fresh.unlink(missing_ok=True)
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWN), "wb") as out:
        out.write(made)
    fresh.replace(file)
    return file


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _will_do(file: Path, wanted: Sequence[str]) -> bool:
    from cryptography import x509

    try:
        known = x509.load_pem_x509_certificate(file.read_bytes())
        told = known.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (ValueError, x509.ExtensionNotFound):
        return False  # no certificate of ours
    has = {*told.get_values_for_type(x509.DNSName), *map(str, told.get_values_for_type(x509.IPAddress))}
    return has >= set(wanted) and known.not_valid_after_utc - SPARE > _now()


def _now() -> dt.datetime:
    return dt.datetime.now(dt.UTC)


def _made(wanted: Sequence[str]) -> bytes:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Eminence")])
    alternatives: list[x509.GeneralName] = [
        x509.IPAddress(ipaddress.ip_address(one)) if _is_address(one) else x509.DNSName(one) for one in wanted
    ]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_now() - dt.timedelta(days=1))  # clocks differ
        .not_valid_after(_now() + dt.timedelta(days=DAYS - 1))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    told = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return told + certificate.public_bytes(serialization.Encoding.PEM)
