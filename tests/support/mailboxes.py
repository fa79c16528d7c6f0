"""A judge of email addresses: the grammar of RFC 5321 section 4.1.2 and 4.1.3, rule by rule.

It shares nothing with the package, and splits and counts where that matches.
"""

from __future__ import annotations

import string

_LET_DIG = frozenset(string.ascii_letters + string.digits)
_LDH = _LET_DIG | {"-"}
_ATEXT = _LET_DIG | frozenset("!#$%&'*+-/=?^_`{|}~")
_PRINTABLE = frozenset(map(chr, range(32, 127)))
_QTEXT = _PRINTABLE - {'"', "\\"}
_DCONTENT = _PRINTABLE - frozenset(" [\\]")


def is_mailbox(text: object) -> bool:
    """Judge a Mailbox; what is no text is no business of a format (JSON Schema)."""
    if not isinstance(text, str):
        return True
    local, at, domain = text.rpartition("@")
    if domain.endswith("]"):  # an address may hold an @ as well
        local, at, domain = text.rpartition("@[")
        return at != "" and len(text) <= 254 and _is_local(local) and _is_address(domain[:-1])
    return at != "" and len(text) <= 254 and _is_local(local) and _is_domain(domain)


def _is_local(text: str) -> bool:
    if len(text) > 64:
        return False
    if text.startswith('"'):
        return len(text) >= 2 and text.endswith('"') and _is_quoted(text[1:-1])
    return all(atom and _ATEXT.issuperset(atom) for atom in text.split("."))


def _is_quoted(text: str) -> bool:
    rest = list(reversed(text))
    while rest:
        character = rest.pop()
        if character == "\\":
            if not rest or rest.pop() not in _PRINTABLE:
                return False
        elif character not in _QTEXT:
            return False
    return True


def _is_domain(text: str) -> bool:
    return all(
        0 < len(label) < 64
        and _LDH.issuperset(label)
        and label[0] in _LET_DIG
        and label[-1] in _LET_DIG
        for label in text.split(".")
    )


def _is_address(text: str) -> bool:
    if not _DCONTENT.issuperset(text):
        return False
    if ":" not in text:
        return _is_ipv4(text)
    tag, rest = text.split(":", 1)
    if tag.lower() == "ipv6":
        return _is_ipv6(rest)
    return tag != "" and _LDH.issuperset(tag) and tag[-1] in _LET_DIG and rest != ""


def _is_ipv4(text: str) -> bool:
    octets = text.split(".")
    return len(octets) == 4 and all(
        0 < len(octet) <= 3 and set(octet) <= set(string.digits) and int(octet) < 256
        for octet in octets
    )


def _is_ipv6(text: str) -> bool:
    parts = text.split(":")
    if "." in parts[-1]:
        if not _is_ipv4(parts[-1]):
            return False
        parts[-1:] = ["0", "0"]
    if parts[:2] == ["", ""]:  # a double colon in front, or at the end, makes two empty parts
        del parts[0]
    if parts[-2:] == ["", ""] and len(parts) > 1:
        del parts[-1]
    gaps = parts.count("")
    groups = [part for part in parts if part]
    if not all(len(group) <= 4 and set(group) <= set(string.hexdigits) for group in groups):
        return False
    if gaps == 0:
        return len(groups) == 8
    return gaps == 1 and len(groups) <= 6 and "::" in text
