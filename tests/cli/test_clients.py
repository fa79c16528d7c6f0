"""``elicitform clients``: what it prints, and what it makes of files that anyone wrote."""

from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from elicitform import Form
from elicitform._cli import main
from elicitform.schemas import client_report, clients_date, known_clients
from tests.support.command import command
from tests.support.paths import EXAMPLES

COUNT = {"type": "object", "properties": {"count": {"type": "integer", "title": "Count"}}}
NAME = {"type": "object", "properties": {"name": {"type": "string"}}}


def write(name: str, content: Any) -> str:
    """Write a file where the test works, as JSON unless it is bytes, and return its name."""
    data = content if isinstance(content, bytes) else json.dumps(content).encode()
    Path(name).write_bytes(data)
    return name


def headlines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line and not line.startswith(" ")]


def test_the_report_groups_by_field_and_says_the_worst_first(folder: Path) -> None:
    code, out, err = command(
        "clients", write("count.json", COUNT), "--client", "codex", "--client", "Goose CLI"
    )
    assert (code, err) == (0, "")
    assert out == (
        "count at 2026-07-28: 1 of 1 field cannot be answered in a client asked about\n"
        "\n"
        "  the whole form\n"
        "    approval                       A plain approval is shown, which sends no answers.\n"
        "                                   codex at 2026-07-28 (tried 2026-11-30)\n"
        "    questions                      One question is asked after the other.\n"
        "                                   goose-cli at 2026-07-28 (read 2026-09-29 or later)\n"
        "\n"
        "  count\n"
        "    blocks    form-degraded        With this field in it, the form is shown as a plain approval,\n"
        "                                   and approving sends {}.\n"
        "                                   codex (tried 2026-11-30)\n"
        "    minor     not-shown            The title is not shown; the property name stands in its\n"
        "                                   place.\n"
        "                                   goose-cli (read 2026-09-29 or later)\n"
        "\n"
        "  the form\n"
        "    minor     no-decline           Esc cancels, and a form with fields offers no decline.\n"
        "                                   codex (tried 2026-11-30)\n"
    )


@pytest.mark.parametrize(
    ("schema", "clients", "said"),
    [
        (COUNT, (), "1 of 1 field cannot be answered in some client"),
        (NAME, (), "1 field, all of which can be answered in every client that is known"),
        (NAME, ("codex",), "1 field, all of which can be answered in the clients asked about"),
        (NAME, ("cline",), "1 of 1 field cannot be answered in a client asked about"),
    ],
)
def test_the_headline_counts_the_fields_that_cannot_be_answered(
    folder: Path, schema: Any, clients: tuple[str, ...], said: str
) -> None:
    chosen = [word for client in clients for word in ("--client", client)]
    _, out, _ = command("clients", write("one.json", schema), *chosen)
    assert headlines(out) == [f"one at 2026-07-28: {said}"]


def test_no_line_is_wider_than_a_terminal(folder: Path) -> None:
    (folder / "examples.py").write_text((EXAMPLES / "labels.py").read_text(encoding="utf-8"))
    for arguments in (["examples.py", "shop_forms", "--profile", "strict"], ["--list"]):
        _, out, _ = command("clients", *arguments)
        assert max(map(len, out.splitlines())) <= 100
        assert not [line for line in out.splitlines() if line != line.rstrip()]


def test_python_targets_are_those_of_export(folder: Path) -> None:
    code, out, err = command("clients", "shop_forms", "tagged_forms.py:Tagged")
    assert (code, err) == (0, "")
    assert [line.split(":")[0] for line in headlines(out)] == ["Second", "First", "Tagged"]
    _, out, _ = command("clients", "shop_forms", "--revision", "2025-11-25")
    assert [line.split(":")[0] for line in headlines(out)] == [
        "Second at 2025-11-25",
        "First at 2025-11-25",
    ]
    assert command("clients", "tagged_forms", "--revision", "2025-06-18")[0] == 1
    assert command("clients", "nowhere")[0] == 2


def test_as_json_it_says_the_same_as_the_function(folder: Path) -> None:
    code, out, err = command("clients", "shop_forms:First", "--format", "json")
    assert (code, err) == (0, "")
    read = json.loads(out)
    (form,) = read.pop("forms")
    assert read == {"version": 1, "date": clients_date()}
    degradations = form.pop("degradations")
    codex = next(one for one in form.pop("clients") if one["client"] == "codex")
    assert (codex["revision"], codex["verdict"]) == ("2025-06-18", "approval")
    assert (codex["source"]["how"], codex["source"]["date"]) == ("tried", "2026-11-30")
    assert form == {
        "form": "First",
        "revision": None,
        "fields": ["count"],
        "unanswerable": ["count"],
    }

    class First(Form):
        count: int = 3

    assert degradations == [
        {**one._asdict(), "source": {**one.source._asdict(), "how": one.source.how}}
        for one in client_report(First)
    ]


def test_clients_of_which_nothing_is_known_as_a_whole_have_no_verdict(folder: Path) -> None:
    _, out, _ = command("clients", write("one.json", NAME), "--client", "claude-code")
    assert (
        out
        == "one at 2026-07-28: 1 field, all of which can be answered in the clients asked about\n"
    )


@pytest.mark.parametrize(
    ("schema", "clients", "beyond", "verdict"),
    [
        (COUNT, (), ["count"], "  strict: not to be answered in every client: count"),
        (COUNT, ("vscode",), [], "  strict: every field holds"),
        (NAME, (), [], "  strict: every field holds"),
    ],
)
def test_strict_exits_with_1_where_some_client_cannot_answer(
    folder: Path, schema: Any, clients: tuple[str, ...], beyond: list[str], verdict: str
) -> None:
    chosen = [word for client in clients for word in ("--client", client)]
    arguments = ["clients", write("one.json", schema), "--profile", "strict", *chosen]
    code, out, _ = command(*arguments)
    assert (code, out.splitlines()[-1]) == (int(bool(beyond)), verdict)
    code, out, _ = command(*arguments, "--format", "json")
    assert code == int(bool(beyond))
    assert json.loads(out)["forms"][0]["profile"] == {"name": "strict", "beyond": beyond}


def test_every_client_is_listed_with_its_dates(folder: Path) -> None:
    code, out, err = command("clients", "--list")
    assert (code, err) == (0, "")
    assert out.startswith(
        f"Facts as of {clients_date()}; each with the date of what was tried or read.\n"
    )
    assert (
        "  codex               Codex CLI                     2025-06-18  tried 2026-11-30," in out
    )
    listed = json.loads(command("clients", "--list", "--format", "json")[1])
    ids = [client.id for client in known_clients()]
    assert [client["id"] for client in listed["clients"]] == ids
    assert set(re.findall(r"^  (\S+)", out, re.MULTILINE)) == set(ids)


# --- files ------------------------------------------------------------------------------------

DECLARED = {"name": "deploy", "mode": "form", "message": "?", "requestedSchema": COUNT}


@pytest.mark.parametrize(
    ("content", "forms"),
    [
        (COUNT, ["file at 2026-07-28"]),
        (b"\xef\xbb\xbf" + json.dumps(COUNT).encode(), ["file at 2026-07-28"]),
        ({"mode": "form", "message": "?", "requestedSchema": COUNT}, ["file at 2026-07-28"]),
        ({"A": COUNT, "type": NAME}, ["A at 2026-07-28", "type at 2026-07-28"]),
        (
            {"2025-06-18": {"A": NAME}, "2025-11-25": {"A": NAME, "B": COUNT}},
            ["A at 2025-11-25", "B at 2025-11-25"],
        ),
        ([DECLARED], ["deploy at 2026-07-28"]),
        ([{**DECLARED, "protocolVersions": ["2025-06-18"]}], ["deploy at 2025-06-18"]),
        ([{**DECLARED, "name": 1}], ["file at 2026-07-28"]),
    ],
)
def test_a_file_holds_what_export_writes(folder: Path, content: Any, forms: list[str]) -> None:
    code, out, err = command("clients", write("file.json", content))
    assert (code, err) == (0, "")
    assert [line.partition(":")[0] for line in headlines(out)] == forms


@pytest.mark.parametrize("options", [[], ["--revision", "all"], ["--revision", "2025-06-18"]])
def test_what_export_writes_is_read(folder: Path, options: list[str]) -> None:
    _, exported, _ = command("export", "shop_forms", *options)
    code, out, _ = command("clients", write("exported.json", exported.encode()))
    assert code == 0
    assert [line.split(" at ")[0] for line in headlines(out)] == ["Second", "First"]


def test_a_revision_chooses_among_those_in_a_file(folder: Path) -> None:
    both = {"2025-06-18": {"A": NAME}, "2025-11-25": {"A": COUNT}}
    for content in (
        both,
        [
            {**DECLARED, "name": "A", "requestedSchema": NAME, "protocolVersions": ["2025-06-18"]},
            {**DECLARED, "name": "A", "protocolVersions": ["2025-11-25", "2026-07-28"]},
        ],
    ):
        _, out, _ = command("clients", write("f.json", content), "--revision", "2025-06-18")
        assert [line[:15] for line in headlines(out)] == ["A at 2025-06-18"]
    code, _, err = command("clients", write("f.json", both), "--revision", "2026-07-28")
    assert (code, err) == (2, "elicitform: f.json holds no form at 2026-07-28\n")


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", ":1:1: there is nothing in it; write JSON"),
        (b'{"type": "obj', ":1:10: the text ends within the string that starts here; write the rest"),
        (b'{"method": "elicitation/create"}', ": /params: write `params`, an object with `message` and `requestedSchema`  [request-params]"),
        (b'{"mode": "url", "message": "?", "url": "a:b"}', " asks with a URL, and has no form"),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_used_is_told_in_one_line(
    folder: Path, content: bytes, reason: str
) -> None:
    code, out, err = command("clients", write("odd.json", content))
    assert (code, out, err) == (2, "", f"elicitform: odd.json{reason}\n")


@pytest.mark.parametrize(
    ("content", "finding"),
    [
        (b"null", "the root: a requestedSchema is an object; got null  [root-type]"),
        (b"{}", '/type: write `"type": "object"`  [root-type]'),
        (b'{"a": 1}', "[root-keyword]"),
        (b'{"type": "object", "properties": {"n": {"type": "number", "minimum": 1e999}}}', "[bound-value]"),
        (b'{"type": "object", "properties": {"a\\u009b\\u202e": {"type": "x"}}}', r"'/properties/a\x9b\u202e/type'"),
    ],
)  # fmt: skip
def test_a_schema_that_is_not_valid_is_told_with_its_findings(
    folder: Path, content: bytes, finding: str
) -> None:
    code, out, err = command("clients", write("bad.json", content))
    assert (code, out) == (2, "")
    assert err.startswith("elicitform: bad.json, at 2026-07-28: bad is no valid requestedSchema (")
    assert finding in err
    assert all(character.isprintable() for character in err.replace("\n", ""))


def test_a_file_that_is_not_there_is_told(folder: Path) -> None:
    code, _, err = command("clients", "gone.json")
    assert (code, err) == (2, "elicitform: cannot read gone.json: No such file or directory\n")
    Path("folder.json").mkdir()
    assert command("clients", "folder.json")[0] == 2


def test_a_file_that_is_too_large_is_not_read_to_its_end(folder: Path) -> None:
    with Path("large.json").open("wb") as file:
        file.truncate(2**34)  # of holes only, so it takes no room
    code, _, err = command("clients", "large.json")
    assert (code, err) == (2, "elicitform: cannot read large.json: it is larger than 100 MiB\n")


def test_names_from_a_file_are_safe_to_print(folder: Path) -> None:
    names = ["red\x1b[31m", "csi\x9b31m", "turn\u202e", "two\nlines", "long" * 1_000]
    schema = {"type": "object", "properties": {name: {"type": "integer"} for name in names}}
    for content in (schema, dict.fromkeys(names, schema)):
        for form in ("text", "json"):
            code, out, err = command(
                "clients", write("evil.json", content), "--profile", "strict", "--format", form
            )
            assert (code, err) == (1, "")
            assert all(character.isprintable() for character in out.replace("\n", ""))
            assert form == "json" or "long" * 100 not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "elicitform: name a form or a file to report on, or say --list\n"),
        (["shop_forms", "--client", "mosaic"], "elicitform: nothing is known of a client 'mosaic'; known are inspector,"),
        (["shop_forms", "--client", "\x1b"], r"elicitform: nothing is known of a client '\x1b'"),
        (["shop_forms", "--revision", "2020"], "usage: elicitform clients"),
        (["shop_forms", "--profile", "lax"], "usage: elicitform clients"),
    ],
)  # fmt: skip
def test_bad_arguments_are_usage(folder: Path, arguments: list[str], message: str) -> None:
    code, out, err = command("clients", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(message)


def test_help_says_the_exit_codes() -> None:
    helped = io.StringIO()
    assert main(["clients", "--help"], helped, helped) == 0
    assert "exit codes:" in helped.getvalue()


def test_standard_input_is_reported_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = b'{"type": "object", "properties": {"n": {"type": "integer"}}}'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(schema)))
    code, out, _ = command("clients", "-", "--client", "codex")
    assert code == 0
    assert "n" in out
