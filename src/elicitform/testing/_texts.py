"""Strategies for texts: of each format, almost of each format, and of none.

The formats are written from their standards, and share nothing with the code that reads them.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from hypothesis import strategies as st

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy


def texts(min_size: int = 0, max_size: int | None = 8) -> SearchStrategy[str]:
    """Draw valid Unicode text."""
    return st.text(st.characters(exclude_categories=["Cs"]), min_size=min_size, max_size=max_size)


_ATOMS = st.text("abyzABYZ019!#$%&'*+/=?^_`{|}~-", min_size=1, max_size=6)
_LABELS = st.from_regex("[A-Za-z0-9]([A-Za-z0-9-]{0,4}[A-Za-z0-9])?", fullmatch=True)


def _joined(parts: SearchStrategy[str], separator: str, most: int) -> SearchStrategy[str]:
    return st.lists(parts, min_size=1, max_size=most).map(separator.join)


_QUOTED = st.lists(
    st.sampled_from([*"ab .@,<>()[]:;'-", '\\"', "\\\\", "\\a", "\\ "]), max_size=6
).map(lambda parts: f'"{"".join(parts)}"')
_ADDRESSES = st.sampled_from([
    "127.0.0.1", "255.255.255.255", "001.02.3.0",
    "IPv6:::1", "IPv6:::", "IPv6:2001:db8::1", "IPv6:1:2:3:4:5:6:7:8", "IPv6:1:2:3:4:5:6::",
    "IPv6:::ffff:192.0.2.1", "IPv6:1:2:3:4:5:6:192.0.2.1", "ipv6:ABCD::",
    "x-tag:a", "-1:@;^`",
]).map("[{}]".format)  # fmt: skip


def emails() -> SearchStrategy[str]:
    """Draw mailboxes of RFC 5321: short ones, ordinary ones, odd ones, and nearly too long ones."""
    locals_ = _joined(_ATOMS, ".", 3) | _QUOTED
    drawn = st.tuples(locals_, _joined(_LABELS, ".", 3) | _ADDRESSES).map("@".join)
    long = st.sampled_from(
        [
            f"{'a' * 64}@example.com",
            f"a@{'b' * 63}.com",
            f'"{"a" * 62}"@[x:{"b" * 185}]',
            f"{'a' * 64}@{'.'.join(['b' * 63, 'c' * 63, 'd' * 61])}",
        ]
    )
    plain = st.sampled_from(["a@b", "ann@example.com", "a.b@c.de", "x+y@mail.example.org"])
    return plain | drawn | long


_URI_LETTERS = "abzABZ019-._~!$&'()*+,;=:@"
_SEGMENTS = st.lists(st.sampled_from([*_URI_LETTERS, "%20", "%e2%82%ac", "%2F"]), max_size=4).map(
    "".join
)
_HOSTS = st.sampled_from([
    "example.com", "localhost", "a", "xn--bcher-kva.example", "%41.example", "1.2.3.4.5", "",
    "127.0.0.1", "[::1]", "[2001:db8::8:800:200c:417a]", "[::ffff:192.0.2.1]",
    "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7::]", "[::2:3:4:5:6:7:8]", "[v7.a:b]",
])  # fmt: skip


@st.composite
def uris(draw: DrawFn) -> str:
    """Draw URIs of RFC 3986, among them many that are no web address."""
    if draw(st.booleans()):
        return draw(st.sampled_from(_URIS))
    scheme = draw(st.sampled_from(["http", "https", "HTTP", "urn", "a", "a+b-c.1", "ftp", "ws"]))
    path = "".join(f"/{segment}" for segment in draw(st.lists(_SEGMENTS, max_size=2)))
    authority = ""
    if scheme.lower() in {"http", "https"} or draw(st.booleans()):
        user = draw(st.sampled_from(["", "", "ann@", "ann:x@", ":@", "%40@"]))
        port = draw(st.sampled_from(["", "", ":", ":80", ":8080", ":65535"]))
        authority = f"//{user}{draw(_HOSTS)}{port}"
    elif path.startswith("//"):
        path = path[1:]
    query = draw(st.just("") | _SEGMENTS.map("?{}".format))
    fragment = draw(st.just("") | _SEGMENTS.map("#{}".format))
    return f"{scheme}:{authority}{path}{query}{fragment}"


_URIS = [
    "http://example.com", "https://example.com/a/b?c=d#e", "http://example.com:8080/",
    "urn:isbn:0451450523", "mailto:ann@example.com", "tel:+1-816-555-1212", "file:///etc/hosts",
    "data:,hello", "about:blank", "ldap://[2001:db8::7]/c=GB?objectClass?one",
    "a:", "http:", "http://", "http:/a", "http:a",
]  # fmt: skip


def dates() -> SearchStrategy[str]:
    """Draw full-dates of RFC 3339."""
    return st.dates().map(date.isoformat)


@st.composite
def date_times(draw: DrawFn) -> str:
    """Draw date-times of RFC 3339, with any offset and any number of digits for the fraction."""
    day = draw(dates())
    hour, minute, second = draw(
        st.tuples(st.integers(0, 23), st.integers(0, 59), st.integers(0, 59))
    )
    fraction = draw(st.just("") | st.text("0123456789", min_size=1, max_size=10).map(".{}".format))
    hours, minutes = draw(st.tuples(st.integers(0, 23), st.integers(0, 59)))
    sign = draw(st.sampled_from("+-"))
    offset = draw(st.sampled_from(["Z", "Z", "z", f"{sign}{hours:02}:{minutes:02}", "-00:00"]))
    return f"{day}{draw(st.sampled_from('Tt'))}{hour:02}:{minute:02}:{second:02}{fraction}{offset}"


FORMATTED: dict[str, SearchStrategy[str]] = {
    "date": dates(),
    "date-time": st.just("2026-01-31T09:30:00Z") | date_times(),
    "email": emails(),
    "uri": uris(),
}

ALMOST: dict[str, list[str]] = {
    "date": [
        # no such day
        "2026-02-30", "2026-13-01", "0000-01-01",
        # another spelling, or more than the day
        "2026-1-31", "20260131", "2026-W05-6", "+2026-01-31", "1767225600", "2026-01-31T00:00:00Z",
        # a character that looks right
        "2026-01-31\n", " 2026-01-31", "202\u0666-01-31",
    ],
    "date-time": [
        # a part is missing
        "2026-01-31", "2026-01-31T09:30:00", "2026-01-31T09:30Z", "2026-01-31T09:30:00.Z",
        # no such time, or none that Python holds
        "2026-01-31T24:00:00Z", "2026-01-31T23:59:60Z", "2016-12-31T23:59:60Z",
        "2026-02-30T09:30:00Z", "2026-01-31T09:30:00+24:00", "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+23:59", "9999-12-31T23:59:59.999999999-23:59",
        # another spelling
        "2026-01-31 09:30:00Z", "2026-01-31T09:30:00+0100", "2026-01-31T09:30:00,5Z",
        "2026-01-31T09:30:00Z\n", "2026-01-31T09:30:0\u0660Z", "Jan 1 2026",
    ],
    "email": [
        # a part is missing or empty
        "@", "a@", "@b", ".a@b.c", "a.@b.c", "a..b@c.de", "a@b..c", "a@.b", "a@b.",
        # a character that has no place there
        "a@@b", "a b@c.de", "a@-b", "a@b-", "a@b_c", "a@b\n", "é@b.c", "a@é.de",
        "Ann <ann@example.com>",
        # quotes that are open or hold what they may not
        '"a b"c@d.ef', 'a"b"@c.de', '"a"b"@c.de', '"a.b@c.de', '"a\\"@c.de', '"é"@c.de',
        '"a\n"@c.de', "a\\ b@c.de",
        # no address in brackets
        "a@[127.0.0.300]", "a@[127.0.0]", "a@[127.0.0.1", "a@127.0.0.1]", "a@[127.0.0.1].de",
        "a@[b.de]", "a@[::1]", "a@[IPv6:]", "a@[IPv6:1::2::3]", "a@[IPv6:1:2:3:4:5:6:7]",
        "a@[IPv6:1:2:3:4:5:6:7::]", "a@[IPv6:12345::]", "a@[IPv6:::1.2.3.256]",
        "a@[IPv6:fe80::1%eth0]", "a@[x-:b]", "a@[x:]", "a@[x:a b]", "a@[x:[]",
        # too long
        f'"{"a" * 63}"@c.de', f"{'a' * 65}@example.com", f"a@{'b' * 64}.com",
        f"{'a' * 64}@{'.'.join(['b' * 63, 'c' * 63, 'd' * 62])}",
    ],
    "uri": [
        # no scheme
        "example.com", "//example.com", "/a/b", "#a", ":a", "1a:b",
        # a character that has no place there
        "http://exa mple.com", "http://example.com/ü", "http://example.com/%zz",
        "http://example.com/%2", "http://example.com/[a]", "http://example.com/a#b#c",
        "http://example.com\n", "http:\\\\example.com", "<http://example.com>",
        # no such host or port
        "http://[::1", "http://[::1]a", "http://[1::2::3]", "http://[12345::]",
        "http://[::1%25eth0]", "http://[::1.2.3.256]", "http://[::1.2.3]",
        "http://[fe80::1%eth0]/", "http://a:b:c/", "http://a:80a/", "http://a@b@c/", "a:////",
    ],
}  # fmt: skip
"""Texts that have each format but for one mistake."""


@st.composite
def mistyped(draw: DrawFn, right: SearchStrategy[str]) -> str:
    """Draw text with one character too many, too few or wrong."""
    text = draw(right)
    at = draw(st.integers(0, len(text)))
    piece = draw(
        st.sampled_from(["", "\n", " ", ".", "-", ":", "@", "0", "9", "\u0660", "%"]) | texts(1, 1)
    )
    return text[:at] + piece + text[at + draw(st.integers(0, 1)) :]
