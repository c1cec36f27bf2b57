"""Addresses of those who come: which household one belongs to, and whether it is among those that somebody named."""

from __future__ import annotations

import ipaddress

from starlette.types import Scope

EVERYBODY = "*"


class Networks:
    """Addresses and networks that somebody named. Raises ValueError for what is neither.

    >>> named = Networks(["127.0.0.1", "10.0.0.0/8"])
    >>> ["127.0.0.1" in named, "10.1.2.3" in named, "::ffff:10.1.2.3" in named, "192.168.1.20" in named, "" in named]
    [True, True, True, False, False]
    """

    def __init__(self, named: list[str] | tuple[str, ...]) -> None:
        self.everybody = EVERYBODY in named
        self.networks = [ipaddress.ip_network(word) for word in named if word != EVERYBODY]

    def __contains__(self, address: str) -> bool:
        if self.everybody:
            return True
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        mapped = getattr(found, "ipv4_mapped", None)
        return any((mapped or found) in network for network in self.networks)


def listed(words: str) -> tuple[str, ...]:
    """Words with commas between.

    >>> listed("127.0.0.1, 10.0.0.0/8,")
    ('127.0.0.1', '10.0.0.0/8')
    """
    return tuple(word.strip() for word in words.split(",") if word.strip())


def address_of(scope: Scope) -> str:
    """Where a request comes from: an address of version 4, or the network of one household for version 6.

    >>> address_of({"client": ("2001:db8:1:2:3:4:5:6", 1)}), address_of({"client": ("::ffff:10.0.0.7", 1)})
    ('2001:db8:1:2::', '10.0.0.7')
    """
    host: str = (scope.get("client") or ("", 0))[0]
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Address(int(address) >> 64 << 64))
    return host
