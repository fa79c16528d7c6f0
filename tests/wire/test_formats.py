"""The four formats, at their edges."""

from __future__ import annotations

import itertools
import json
import tracemalloc
from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from elicitform._wire.formats import (
    FORMATS,
    has_format,
    read_date,
    read_date_time,
    some_length_fits,
)
from tests.support.mailboxes import is_mailbox

OFFSETS = st.timedeltas(timedelta(hours=-23, minutes=-59), timedelta(hours=23, minutes=59))


@given(st.dates())
def test_every_date_is_read_as_itself(day: date) -> None:
    assert read_date(day.isoformat()) == day


@given(st.datetimes(), OFFSETS)
def test_every_moment_is_read_as_itself(moment: datetime, offset: timedelta) -> None:
    whole_minutes = timedelta(minutes=offset // timedelta(minutes=1))
    aware = moment.replace(tzinfo=timezone(whole_minutes))
    read = read_date_time(aware.isoformat())
    assert (read, read.utcoffset()) == (aware, aware.utcoffset())


@pytest.mark.parametrize(
    ("fraction", "microseconds"),
    [
        ("5", 500_000),
        ("05", 50_000),
        ("123456", 123_456),
        ("1234567", 123_456),
        ("9" * 99, 999_999),
    ],
)
def test_a_fraction_of_a_second_is_read_to_the_microsecond(
    fraction: str, microseconds: int
) -> None:
    read = read_date_time(f"2026-01-31T09:30:07.{fraction}Z")
    assert read == datetime(2026, 1, 31, 9, 30, 7, microseconds, timezone.utc)


URIS = [
    "a:", "a:b", "a:/", "a:/b//c", "a://", "a:///b", "a://b", "a://b:", "a://b:80", "a://u@b",
    "a://u:p@b/c", "a://[::1]", "a://[v1.x:y]", "a://[1::]:8/", "a://1.2.3.4", "a:?q", "a:#f",
    "a:?q?/#f?/", "a://b?#", "A+-.1:b", "a:%41", "mailto:a@b", "urn:x:y", "a:b:c", "a:;=,@!$&'()*+",
    "1a:b", "+a:b", ":b", "a", "//b", "a://b c", "a://[", "a://]", "a://[::1", "a://[::1]x",
    "a://[v1]", "a://[vx.y]", "a:[", "a:%4", "a:%4g", "a:\\", "a:^", "a:|", "a:`", 'a:"', "a:<",
    "a:{", "\na:b", "a://[v1xa]", "a://[v1.]", "a://[v.a]", "a://[v1.a/b]", "a://[V1.a]", "a://[vF.a]",
    "a:é", "a://[fe80::1%25en0]", "a://[::ffff:1.2.3.4]",
    "a://[::ffff:1.2.3]", "a://b:x", "a:##", "a:#[", "a:?[",
]  # fmt: skip


@pytest.mark.parametrize("text", URIS)
def test_a_uri_is_one_where_the_judge_says_so(text: str) -> None:
    judge = Draft202012Validator(
        {"format": "uri"}, format_checker=Draft202012Validator.FORMAT_CHECKER
    )
    assert has_format("uri", text) == judge.is_valid(text)


MAILBOXES = {
    # dot-strings
    "a@b": True,
    "ann.bee@example.com": True,
    "~an~n~@example.com": True,
    "!#$%&'*+-/=?^_`{|}~@example.com": True,
    "a.b.c.d@e.f": True,
    "2962": False,
    "@example.com": False,
    "ann.bee@": False,
    ".ann@example.com": False,
    "ann.@example.com": False,
    "an..n@example.com": False,
    "ann bee@example.com": False,
    "ann@example.com, bee@example.com": False,
    "ann@bee@example.com": False,
    '"Ann Bee" <ann@example.com>': False,
    "ann,bee@example.com": False,
    "änn@example.com": False,
    "ann@example.com ": False,
    "ann@example.com\n": False,
    # quoted strings
    '"ann bee"@example.com': True,
    '"ann..bee"@example.com': True,
    '".ann."@example.com': True,
    '"ann@bee"@example.com': True,
    '""@example.com': True,
    '" "@example.com': True,
    r'"a\"b"@example.com': True,
    r'"a\\"@example.com': True,
    r'"\a\ \~"@example.com': True,
    '"(a),:;<>[b]"@example.com': True,
    r'"a\"@example.com': False,
    r'"a\\"b"@example.com': False,
    '"a"b"@example.com': False,
    '"a@example.com': False,
    'a"@example.com': False,
    'a"b"@example.com': False,
    '"a".b@example.com': False,
    '"a"."b"@example.com': False,
    '"ä"@example.com': False,
    '"\t"@example.com': False,
    '"\x7f"@example.com': False,
    '"\\\n"@example.com': False,
    r"a\ b@example.com": False,
    # domains
    "a@127.0.0.1": True,
    "a@1.2": True,
    "a@b-c.d--e": True,
    "a@xn--bcher-kva.example": True,
    "a@b_c.de": False,
    "a@b=c.de": False,
    "a@-b.c": False,
    "a@b-.c": False,
    "a@b..c": False,
    "a@b.": False,
    "a@.b": False,
    "a@ü.de": False,
    # IPv4
    "a@[127.0.0.1]": True,
    '"a b"@[127.0.0.1]': True,
    "a@[0.0.0.0]": True,
    "a@[255.255.255.255]": True,
    "a@[001.010.000.099]": True,
    "a@[127.0.0.300]": False,
    "a@[127.0.0.256]": False,
    "a@[127.0.0]": False,
    "a@[127.0.0.1.2]": False,
    "a@[127.0.0.]": False,
    "a@[0127.0.0.1]": False,
    "a@[127.0.0.-1]": False,
    "a@[12\u0667.0.0.1]": False,
    "a@[]": False,
    "a@[127.0.0.1": False,
    "a@127.0.0.1]": False,
    "a@[127.0.0.1].de": False,
    "a@b[127.0.0.1]": False,
    "a@[[127.0.0.1]]": False,
    # IPv6
    "a@[IPv6:::1]": True,
    "a@[IPv6:::]": True,
    "a@[ipv6:::1]": True,
    "a@[IPV6:FFFF::0]": True,
    "a@[IPv6:1:2:3:4:5:6:7:8]": True,
    "a@[IPv6:2001:db8::1]": True,
    "a@[IPv6:1:2:3:4:5:6::]": True,
    "a@[IPv6:1:2:3::4:5:6]": True,
    "a@[IPv6:::1:2:3:4:5:6]": True,
    "a@[IPv6:1:2:3:4:5:6:7::]": False,
    "a@[IPv6:1:2:3:4::5:6:7]": False,
    "a@[IPv6:1:2:3:4:5:6:7]": False,
    "a@[IPv6:1:2:3:4:5:6:7:8:9]": False,
    "a@[IPv6:1::2::3]": False,
    "a@[IPv6::::]": False,
    "a@[IPv6::1]": False,
    "a@[IPv6:1:]": False,
    "a@[IPv6:]": False,
    "a@[IPv6:12345::]": False,
    "a@[IPv6:g::]": False,
    "a@[IPv6:fe80::1%eth0]": False,
    "a@[::1]": False,
    "a@[IPv6 ::1]": False,
    # IPv6 that ends as IPv4
    "a@[IPv6:::1.2.3.4]": True,
    "a@[IPv6:::ffff:1.2.3.4]": True,
    "a@[IPv6:1:2:3:4:5:6:1.2.3.4]": True,
    "a@[IPv6:1:2:3:4::1.2.3.4]": True,
    "a@[IPv6:1:2::3:4:1.2.3.4]": True,
    "a@[IPv6:::1.2.3.004]": True,
    "a@[IPv6:1:2:3:4:5::1.2.3.4]": False,
    "a@[IPv6:1:2:3:4:5:1.2.3.4]": False,
    "a@[IPv6:::1.2.3.256]": False,
    "a@[IPv6:::1.2.3]": False,
    "a@[IPv6:1.2.3.4::]": False,
    "a@[IPv6:1.2.3.4]": False,
    # other tags
    "a@[x:b]": True,
    "a@[x-y.z:b]": False,
    "a@[-1:!]": True,
    "a@[IPv7:::1]": True,
    "a@[x:b:c@d]": True,
    "a@[x-:b]": False,
    "a@[:b]": False,
    "a@[x:]": False,
    "a@[x:a b]": False,
    "a@[x:a[b]": False,
    "a@[x:a\\b]": False,
    "a@[x_y:b]": False,
    "a@[é:b]": False,
    # lengths
    f"{'a' * 64}@b": True,
    f"{'a' * 65}@b": False,
    f'"{"a" * 62}"@b': True,
    f'"{"a" * 63}"@b': False,
    f'"{chr(92)}a{"b" * 60}"@c': True,
    f'"{chr(92)}a{"b" * 61}"@c': False,
    f"a@{'b' * 63}": True,
    f"a@{'b' * 64}": False,
    f"a@[x:{'b' * 248}]": True,
    f"a@[x:{'b' * 249}]": False,
}


@pytest.mark.parametrize("text", MAILBOXES, ids=ascii)
def test_an_email_is_a_mailbox_of_rfc_5321(text: str) -> None:
    assert has_format("email", text) == MAILBOXES[text]
    assert is_mailbox(text) == MAILBOXES[text]


_PIECES = st.sampled_from(
    [*'ab1.-@"\\[]: ', "IPv6:", "::", "0:", "1.2.3.4", "a@b", '"a"@', "@[", "x:", "é", "\n"]
)


@given(st.lists(_PIECES, max_size=9).map("".join))
def test_what_is_nearly_an_email_is_judged_as_the_grammar_says(text: str) -> None:
    assert has_format("email", text) == is_mailbox(text)


@given(st.lists(st.sampled_from(["1", "a", "", "12345", "1.2.3.4"]), max_size=9).map(":".join))
def test_an_ipv6_address_is_judged_as_the_grammar_says(address: str) -> None:
    text = f"a@[IPv6:{address}]"
    assert has_format("email", text) == is_mailbox(text)


def test_a_newline_at_the_end_is_part_of_no_value() -> None:
    """The judge's regular expressions end in `$`, which lets one by."""
    for name, examples in EXAMPLES.items():
        assert not any(has_format(name, example + "\n") for example in examples)


EXAMPLES = {
    "email": ["a@b", "a" * 64 + "@" + ".".join(["b" * 63, "c" * 63, "d" * 61]), '"a"@[x:b]'],
    "uri": ["a:", "a:b"],
    "date": ["2026-01-31"],
    "date-time": ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.1Z", "2026-01-31T09:30:00+00:00"],
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_shortest_and_longest_lengths_are_those_of_real_values(name: str) -> None:
    lengths = [len(text) for text in EXAMPLES[name] if has_format(name, text)]
    assert len(lengths) == len(EXAMPLES[name])
    assert min(lengths) == FORMATS[name].shortest
    assert FORMATS[name].longest in {None, max(lengths)}


@pytest.mark.parametrize("name", ["email", "uri"])
def test_what_stays_text_is_read_as_itself(name: str) -> None:
    assert [FORMATS[name].read(text) for text in EXAMPLES[name]] == EXAMPLES[name]


@pytest.mark.parametrize("name", FORMATS)
def test_a_length_fits_where_some_value_has_it(name: str) -> None:
    possible = {
        "email": range(3, 255),
        "uri": range(2, 400),
        "date": [10],
        "date-time": [20, *range(22, 400)],
    }[name]
    for least, most in itertools.product(range(0, 300, 7), range(0, 300, 7)):
        expected = any(least <= length <= most for length in possible)
        assert some_length_fits(name, least, most) == expected, (least, most)
        assert some_length_fits(name, least, None) == any(least <= one for one in possible)


def test_a_date_time_of_21_characters_does_not_exist() -> None:
    assert not some_length_fits("date-time", 21, 21)
    assert some_length_fits("date-time", 20, 21)


@pytest.mark.parametrize("name", FORMATS)
def test_a_hostile_text_costs_no_more_than_its_length(name: str) -> None:
    for piece in ("a", "%41", "a.", "@", ":", "/", "9", "é", "\x00", '"', "\\", "a@[", '"\\'):
        assert has_format(name, piece * 300_000) in {True, False}


def test_the_phrases_are_examples_of_their_format() -> None:
    for name, rule in FORMATS.items():
        example = rule.phrase.rpartition(" ")[2]
        assert has_format(name, example), json.dumps(example)


@pytest.mark.parametrize("part", ["a", "/a", "%41", "a:"])
def test_a_long_uri_takes_little_more_memory_than_its_text(part: str) -> None:
    text = "a:" + part * 200_000
    tracemalloc.start()
    try:
        assert has_format("uri", text)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 2 * len(text)
