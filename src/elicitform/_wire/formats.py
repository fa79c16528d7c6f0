"""The four formats of the protocol's StringSchema, each as its standard defines it."""

from __future__ import annotations

import ipaddress
import re
from datetime import date, datetime, timedelta, timezone, tzinfo
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_DATE = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
_TIME = r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
_OFFSET = r"(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))"
_DATE_TIME = f"{_DATE}[Tt]{_TIME}{_OFFSET}"
_LOCAL_DATE_TIME = (
    rf"{_DATE}[Tt ]([0-9]{{2}}):([0-9]{{2}})(?::([0-9]{{2}})(?:\.([0-9]+))?)?(?:{_OFFSET})?"
)

_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_DOT_STRING = rf"{_ATOM}(?:\.{_ATOM})*"
_QUOTED_STRING = r'"(?:[ !#-\[\]-~]|\\[ -~])*"'
_DOMAIN = rf"{_LABEL}(?:\.{_LABEL})*"
_MAILBOX = rf"({_DOT_STRING}|{_QUOTED_STRING})@(?:{_DOMAIN}|\[([!-Z^-~]+)\])"
_IPV4 = r"([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})"
_LARGEST_OCTET = 255
_IPV6_GROUP = "[0-9A-Fa-f]{1,4}"
_GROUPS = 8
_MOST_GROUPS_BESIDE = 6  # a double colon
_TAG = "[A-Za-z0-9-]*[A-Za-z0-9]"
_LONGEST_LOCAL_PART = 64
_LONGEST_MAILBOX = 254  # a path of 256 octets holds it between angle brackets

# Every repetition is one of single characters, which the regex engine remembers nothing of; that
# each `%` starts an encoded character is looked at apart.
_BAD_ENCODING = r"%(?![0-9A-Fa-f]{2})"
_UNRESERVED = r"A-Za-z0-9._~!$&'()*+,;="  # with sub-delims, which are allowed wherever these are
_PCHAR = rf"{_UNRESERVED}%:@-"
_ADDRESS = rf"\[(?:([0-9A-Fa-f:.]+)|v[0-9A-Fa-f]+\.[{_UNRESERVED}:-]+)\]"
_HOST = rf"(?:{_ADDRESS}|[{_UNRESERVED}%-]*)"
_AUTHORITY = rf"(?:[{_UNRESERVED}%:-]*@)?{_HOST}(?::[0-9]*)?"
_PATH = rf"/(?!/)[/{_PCHAR}]*|[{_PCHAR}][/{_PCHAR}]*|"
_HIER_PART = rf"(?://{_AUTHORITY}(?:/[/{_PCHAR}]*)?|{_PATH})"
_TAIL = rf"[/?{_PCHAR}]*"
_URI = rf"[A-Za-z][A-Za-z0-9+.-]*:{_HIER_PART}(?:\?{_TAIL})?(?:\#{_TAIL})?"


def read_date(text: str) -> date:
    """Read a full-date of RFC 3339 section 5.6.

    Raises:
        ValueError: The text is not one, or names a day that no calendar has.
    """
    found = re.fullmatch(_DATE, text)
    if not found:
        raise ValueError
    return date(*map(int, found.groups()))


def read_date_time(text: str) -> datetime:
    """Read a date-time of RFC 3339 section 5.6, with its offset.

    Digits of a second beyond the sixth are dropped, since Python holds microseconds.

    Raises:
        ValueError: The text is not one, or names a moment that Python cannot hold.
    """
    return _moment(re.fullmatch(_DATE_TIME, text))


def read_local_date_time(text: str) -> datetime:
    """Read a date-time as clients send it: seconds and offset may be missing, and ``T`` a space.

    VS Code and fast-agent let a person type one without an offset.

    Returns:
        The date-time, without an offset where the text has none.

    Raises:
        ValueError: The text is not one, or names a moment that Python cannot hold.
    """
    found = re.fullmatch(_LOCAL_DATE_TIME, text)
    moment = _moment(found)
    has_offset = found is not None and (text[-1] in "Zz" or found.groups()[-3] is not None)
    return moment if has_offset else moment.replace(tzinfo=None)


def read_in_zone(value: str | datetime, zone: tzinfo) -> datetime:
    """Return a date-time with its offset, that of `zone` where it has none of its own.

    Of a time that the clocks show twice in the night, the first is meant.

    Args:
        value: A date-time, or the text of one as clients send it.
        zone: The zone to assume.

    Raises:
        ValueError: The text is no date-time, or names a time that the clocks of `zone` leave out.
    """
    moment = read_local_date_time(value) if isinstance(value, str) else value
    if moment.utcoffset() is not None:
        return moment
    assumed = moment.replace(tzinfo=zone)
    try:
        there_and_back = assumed.astimezone(timezone.utc).astimezone(zone)
    except OverflowError:  # at either end of time
        raise ValueError from None
    if there_and_back.replace(tzinfo=None) != moment.replace(tzinfo=None):
        raise ValueError
    return assumed


def _moment(found: re.Match[str] | None) -> datetime:
    if not found:
        raise ValueError
    fraction, sign, hours, minutes = found.groups()[-4:]
    year, month, day, hour, minute, second = (int(part or 0) for part in found.groups()[:6])
    microseconds = int((fraction or "")[:6].ljust(6, "0"))
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    zone = timezone(-offset if sign == "-" else offset)
    return datetime(year, month, day, hour, minute, second, microseconds, zone)


def read_email(text: str) -> str:
    """Read a Mailbox of RFC 5321 section 4.1.2, which JSON Schema's ``email`` names.

    Its local part is a dot-string or a quoted string; behind the ``@`` is a domain, or an address
    in brackets. The lengths are those of section 4.5.3.1, and of a label in RFC 1035 section 2.3.4.

    Raises:
        ValueError: The text is not one.
    """
    found = re.fullmatch(_MAILBOX, text) if len(text) <= _LONGEST_MAILBOX else None
    if not found or len(found[1]) > _LONGEST_LOCAL_PART:
        raise ValueError
    if found[2] and not _is_address_literal(found[2]):
        raise ValueError
    return text


def _is_address_literal(text: str) -> bool:
    """Return whether `text` is what stands in brackets by RFC 5321 section 4.1.3."""
    tag, colon, address = text.partition(":")
    if not colon:
        return _is_ipv4(text)
    if tag.lower() == "ipv6":
        return _is_ipv6(address)
    return bool(address and re.fullmatch(_TAG, tag))


def _is_ipv4(text: str) -> bool:
    """Return whether `text` is four octets; unlike in a URI, an octet may start with zeros."""
    found = re.fullmatch(_IPV4, text)
    return found is not None and all(int(octet) <= _LARGEST_OCTET for octet in found.groups())


def _is_ipv6(text: str) -> bool:
    """Return whether `text` is eight groups, of which ``::`` stands for two or more.

    The `ipaddress` module also takes a ``::`` that stands for one group.
    """
    start, _, last = text.rpartition(":")
    if "." in last:
        if not _is_ipv4(last):
            return False
        text = f"{start}:0:0"
    before, double, after = text.partition("::")
    groups = [group for part in (before, after) if part for group in part.split(":")]
    right_number = len(groups) <= _MOST_GROUPS_BESIDE if double else len(groups) == _GROUPS
    return right_number and all(re.fullmatch(_IPV6_GROUP, group) for group in groups)


def read_uri(text: str) -> str:
    """Read a URI of RFC 3986 appendix A: it has a scheme, and may have a fragment.

    Raises:
        ValueError: The text is not one.
    """
    found = None if re.search(_BAD_ENCODING, text) else re.fullmatch(_URI, text)
    if not found:
        raise ValueError
    if found[1]:
        ipaddress.IPv6Address(found[1])
    return text


class FormatRule:
    """How one format is read and spoken of.

    Attributes:
        read: Turns text into a value, or raises ValueError.
        phrase: What a person should type.
        shortest: Fewest characters that a value can have.
        longest: Most characters that a value can have, or None.
    """

    def __init__(
        self, read: Callable[[str], Any], phrase: str, shortest: int, longest: int | None
    ) -> None:
        self.read = read
        self.phrase = phrase
        self.shortest = shortest
        self.longest = longest


FORMATS = {
    "email": FormatRule(
        read_email, "an email address such as ann@example.com", len("a@b"), _LONGEST_MAILBOX
    ),
    "uri": FormatRule(
        read_uri, "a full URI with its scheme, such as https://example.com", len("a:"), None
    ),
    "date": FormatRule(
        read_date,
        "a date written YYYY-MM-DD, such as 2026-01-31",
        len("2026-01-31"),
        len("2026-01-31"),
    ),
    "date-time": FormatRule(
        read_date_time,
        "a date and time with its offset, such as 2026-01-31T09:30:00Z",
        len("2026-01-31T09:30:00Z"),
        None,
    ),
}


def has_format(name: str, text: str) -> bool:
    """Return whether `text` is a value of the format called `name`."""
    try:
        FORMATS[name].read(text)
    except ValueError:
        return False
    return True


def shortest_length(name: str, least: int) -> int:
    """Return the first length from `least` on that values of the format have, if any has one."""
    shortest = max(FORMATS[name].shortest, least)
    if name == "date-time" and shortest == FORMATS[name].shortest + 1:
        return shortest + 1  # a fraction of a second takes two characters at the least
    return shortest


def some_length_fits(name: str, least: int, most: int | None) -> bool:
    """Return whether the format has a value of at least `least` and at most `most` characters."""
    bounds = [bound for bound in (FORMATS[name].longest, most) if bound is not None]
    return all(shortest_length(name, least) <= bound for bound in bounds)
