"""What asks for a credential by its name, in every spelling, and what only looks as if it did."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from elicitform import check_schema
from elicitform._wire import credential_names
from elicitform._wire.credential_names import ABOUT, HOW_MANY, KINDS
from elicitform._wire.credentials import credential_in
from tests.support.credentials import ASKING, INNOCENT

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.mark.parametrize("text", ASKING, ids=ascii)
def test_a_credential_is_found_in_its_name_and_in_its_title(text: str) -> None:
    assert credential_in(text)
    assert credential_in("it", text)


@pytest.mark.parametrize("text", INNOCENT, ids=ascii)
def test_an_innocent_name_and_title_stay_so(text: str) -> None:
    assert credential_in(text) is None
    assert credential_in("it", text) is None


# --- every row of the table -------------------------------------------------------------------

NAMES = [(kind, name) for kind in KINDS for name in kind.names]


def spellings(name: str) -> Iterator[str]:
    """Yield the ways in which people write a name of several words."""
    words = name.split()
    capitals = [word.capitalize() for word in words]
    yield from ("_".join(words), "-".join(words), " ".join(words), "".join(words))
    yield from ("_".join(words).upper(), "".join([words[0], *capitals[1:]]), "".join(capitals))
    yield from (f"{name}s", f"your {name}", f"{name} please", f"user_{'_'.join(words)}_2")
    yield f"{'_'.join(words).upper()}s"
    if len(words) < 3:
        yield "".join([words[0].upper(), *words[1:]])
    if name.isascii():
        yield f"my{''.join(capitals)}"
        yield "".join(chr(ord(letter) + 0xFEE0) if letter != " " else "_" for letter in name)


@pytest.mark.parametrize(("kind", "name"), NAMES, ids=[name for _, name in NAMES])
def test_every_name_of_the_table_is_found_in_every_spelling(
    kind: credential_names.Kind, name: str
) -> None:
    assert [text for text in spellings(name) if not credential_in(text)] == []


@pytest.mark.parametrize(("kind", "name"), NAMES, ids=[name for _, name in NAMES])
def test_every_neighbor_of_the_table_makes_every_name_innocent(
    kind: credential_names.Kind, name: str
) -> None:
    neighbors = [f"{name} {word}" for word in ABOUT | kind.after]
    neighbors += [f"{word} {name}" for word in HOW_MANY | kind.before]
    neighbors += [f"{word} of {name}s" for word in ABOUT | HOW_MANY]
    for text in neighbors:
        camel = text.title().replace(" ", "")
        assert credential_in(text) is credential_in(text.replace(" ", "_")) is None
        assert credential_in(camel) is None, camel


def test_a_neighbor_speaks_only_for_what_it_stands_beside() -> None:
    assert credential_in("password_reset_token") == "token"
    assert credential_in("max_tokens_and_password") == "password"
    assert credential_in("api_key_name_and_api_key") == "api key"
    assert credential_in("name: password") == "password"


def test_what_is_found_is_named_in_the_words_of_the_table() -> None:
    known = {name for _, name in NAMES}
    assert {credential_in(text) for text in ASKING} <= known


def test_no_word_of_the_table_is_there_twice() -> None:
    names = [name for _, name in NAMES]
    assert sorted(names) == sorted(set(names))
    for kind in KINDS:
        assert not kind.after & ABOUT
        assert not kind.before & HOW_MANY


def test_a_title_that_is_made_of_the_name_is_not_read_again() -> None:
    assert credential_in("nextPageToken", "Nextpagetoken") is None
    assert credential_in("next", "Nextpagetoken") == "token"
    assert credential_in("mypin", "My PIN") == "pin"


@pytest.mark.parametrize(
    "piece", ["password_", "passWord", "PINs", "tokenOf", "api_", "max_token_", "of the ", "é"]
)
def test_a_long_text_costs_no_more_than_its_length(piece: str) -> None:
    assert credential_in(piece * 100_000) in {None, *(name for _, name in NAMES)}


# --- in somebody's schema ---------------------------------------------------------------------

SHAPES: dict[str, tuple[dict[str, Any], bool]] = {
    "text": ({"type": "string"}, True),
    "text of a length": ({"type": "string", "minLength": 3, "maxLength": 9}, True),
    "an email": ({"type": "string", "format": "email"}, True),
    "a uri": ({"type": "string", "format": "uri"}, True),
    "an integer": ({"type": "integer", "minimum": 1}, True),
    "a date": ({"type": "string", "format": "date"}, False),
    "a date-time": ({"type": "string", "format": "date-time"}, False),
    "a number": ({"type": "number"}, False),
    "a boolean": ({"type": "boolean"}, False),
    "a choice": ({"type": "string", "enum": ["a"]}, False),
    "a titled choice": ({"type": "string", "oneOf": [{"const": "a", "title": "A"}]}, False),
    "choices": ({"type": "array", "items": {"type": "string", "enum": ["a"]}}, False),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_a_schema_is_warned_of_where_somebody_could_type_a_credential(shape: str) -> None:
    definition, asks = SHAPES[shape]
    for name, title in (("api_key", "It"), ("it", "Your API key"), ("it", "It")):
        schema = {"type": "object", "properties": {name: {**definition, "title": title}}}
        schema |= {"required": [name]}
        found = [(one.code, one.severity, one.path) for one in check_schema(schema)]
        expected = [("credential", "warning", f"/properties/{name}")]
        assert found == (expected if asks and (name, title) != ("it", "It") else [])


def test_the_warning_names_the_credential_and_the_way_out() -> None:
    for revision, name in itertools.product(("2025-06-18", "2026-07-28"), ("pin", "PINs")):
        schema = {"type": "object", "properties": {name: {"type": "integer"}}, "required": [name]}
        (finding,) = check_schema(schema, revision)
        assert '"pin"' in finding.message
        assert "URL mode" in finding.message


def test_what_is_wrong_with_the_field_is_found_as_well() -> None:
    schema = {"type": "object", "properties": {"pin": {"type": ["integer", "null"], "title": 1}}}
    assert [one.code for one in check_schema(schema)] == [
        *("property-type", "keyword-value", "credential"),
    ]
