"""Streams that are full, closed or gone, Ctrl-C, and targets that misbehave: how the program ends.

Most run as a process of its own, since what counts is what the shell sees.
"""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from elicitform._cli import main, run
from elicitform._cli.command import write_all

FULL = Path("/dev/full")
FORM = {"type": "object", "properties": {"n": {"type": "integer"}}}
MODULE = "from elicitform import Form\nclass Asked(Form):\n    n: int\n"
PROGRAM = [sys.executable, "-m", "elicitform"]
# Where no large file can be written, coverage could not write its own either, and would say so.
UNMEASURED = {name: value for name, value in os.environ.items() if "COVERAGE" not in name}
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no full device")
needs_posix = pytest.mark.skipif(os.name != "posix", reason="a shell closes the streams")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    Path("form.json").write_text(json.dumps(FORM))
    Path("other.json").write_text(json.dumps({**FORM, "required": ["n"]}))
    Path("app.py").write_text(MODULE)
    return tmp_path


def in_shell(redirected: str, *arguments: str, **environment: str) -> tuple[int, str, str]:
    """Run the program with its streams redirected as a shell does it."""
    ran = subprocess.run(
        ["sh", "-c", f'"$@" {redirected}', "sh", *PROGRAM, *arguments],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env={**os.environ, **environment},
    )
    return ran.returncode, ran.stdout, ran.stderr


SPEAKS = [
    ["export", "app.py"],
    ["clients", "form.json"],
    ["clients", "--list", "--format", "json"],
    ["diff", "form.json", "other.json"],
    ["generate", "form.json"],
    ["lint", "form.json", "--format", "json"],
    ["lint", "--help"],
    ["--version"],
]


# --- output that cannot be written ------------------------------------------------------------


@needs_full
@pytest.mark.parametrize("arguments", SPEAKS, ids=" ".join)
def test_a_full_device_is_said_in_one_line(arguments: list[str]) -> None:
    for unbuffered in ("", "1"):
        code, _, err = in_shell(">/dev/full", *arguments, PYTHONUNBUFFERED=unbuffered)
        assert code == 2
        assert err.splitlines()[-1] == (
            "elicitform: cannot write the output: No space left on device"
        )
        assert "Traceback" not in err
        assert "Exception ignored" not in err


@needs_full
@pytest.mark.parametrize(
    "arguments", [["lint", "form.json"], ["export", "nowhere"], ["lint"], ["diff", "form.json"]]
)
def test_complaints_that_cannot_be_written_are_an_exit_code(arguments: list[str]) -> None:
    assert in_shell("2>/dev/full", *arguments)[:2] == (2, "")
    assert in_shell(">/dev/full 2>/dev/full", *arguments)[0] == 2


@needs_posix
def test_a_quota_that_lets_a_part_through_is_said(tmp_path: Path) -> None:
    """Without a buffer, Python takes a part for the whole."""
    properties = {f"field{number}": {"type": "integer"} for number in range(2_000)}
    Path("big.json").write_text(json.dumps({"type": "object", "properties": properties}))
    for unbuffered in ("", "1"):
        code, _, err = in_shell(
            ">part.py; code=$?; exit $code", "generate", "big.json", PYTHONUNBUFFERED=unbuffered
        )
        assert (code, err) == (0, "")
        whole = Path("part.py").stat().st_size
        ran = subprocess.run(
            ["sh", "-c", 'ulimit -f 8; "$@" >part.py', "sh", *PROGRAM, "generate", "big.json"],
            capture_output=True,
            check=False,
            env={**UNMEASURED, "PYTHONUNBUFFERED": unbuffered},
        )
        assert Path("part.py").stat().st_size < whole
        assert ran.returncode == 2
        assert ran.stderr == b"elicitform: cannot write the output: File too large\n"


@needs_posix
def test_a_pipe_that_does_not_block_is_said_to_be_full() -> None:
    properties = {f"field{number}": {"type": "integer"} for number in range(5_000)}
    Path("big.json").write_text(json.dumps({"type": "object", "properties": properties}))
    for unbuffered in ("", "1"):
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        with os.fdopen(reading, "rb"), os.fdopen(writing, "wb") as pipe:
            ran = subprocess.run(
                [*PROGRAM, "generate", "big.json"],
                stdout=pipe,
                stderr=subprocess.PIPE,
                check=False,
                env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
            )
        assert ran.returncode == 2
        assert ran.stderr.count(b"\n") == 1
        assert ran.stderr.startswith(b"elicitform: cannot write the output: ")


@needs_posix
def test_a_closed_stream_is_said_where_it_is_needed() -> None:
    closed = "elicitform: cannot write the output: Bad file descriptor\n"
    assert in_shell(">&-", "export", "app.py") == (2, "", closed)
    assert in_shell(">&-", "diff", "form.json", "form.json") == (0, "", "nothing has changed\n")
    assert in_shell("2>&-", "lint", "form.json") == (0, "", "")
    assert in_shell("2>&-", "export", "nowhere") == (2, "", "")
    assert in_shell(">&- 2>&- <&-", "lint", "-")[0] == 2


@needs_posix
@pytest.mark.parametrize("arguments", [["lint", "-"], ["clients", "-"], ["generate", "-"], ["diff", "-", "form.json"]])  # fmt: skip
def test_standard_input_that_cannot_be_read_is_said_in_one_line(arguments: list[str]) -> None:
    code, out, err = in_shell("<&-", *arguments)
    assert (code, out) == (2, "")
    assert "standard input is closed" in err.splitlines()[0]
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with os.fdopen(reading, "rb") as pipe, os.fdopen(writing, "wb"):
        ran = subprocess.run([*PROGRAM, *arguments], stdin=pipe, capture_output=True, check=False)
    assert ran.returncode == 2
    assert b"Traceback" not in ran.stderr


class Raw(io.RawIOBase):
    """A stream without a buffer that takes some bytes at a time, and only so many."""

    def __init__(self, at_a_time: int, room: int) -> None:
        self.taken = b""
        self._at_a_time = at_a_time
        self._room = room

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int | None:
        part = bytes(data)[: min(self._at_a_time, self._room - len(self.taken))]
        self.taken += part
        return len(part) or None


@pytest.mark.parametrize("at_a_time", [1, 7, 1_000])
def test_a_text_is_written_to_its_end_or_an_error_says_that_it_is_not(at_a_time: int) -> None:
    text = "größe\n" * 20
    raw: Any = Raw(at_a_time, 1_000)
    write_all(io.TextIOWrapper(raw, write_through=True), text)
    assert raw.taken == text.encode()
    for room in (0, 1, 139):
        short: Any = Raw(at_a_time, room)
        with pytest.raises(BlockingIOError):
            write_all(io.TextIOWrapper(short, write_through=True), text)


def test_a_stream_that_somebody_has_closed_is_an_error_of_writing() -> None:
    stream = io.StringIO()
    stream.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        write_all(stream, "")


@needs_posix
def test_a_module_that_closes_our_stream_gets_no_traceback() -> None:
    Path("closing.py").write_text(f"import sys\nsys.stdout.close()\n{MODULE}")
    code, out, _ = in_shell("", "export", "closing.py")
    assert (code, json.loads(out)["required"]) == (0, ["n"])
    assert in_shell("", "export", "closing.py", "--check")[0] == 2


class Full(io.StringIO):
    """A stream that has no room for what is in it."""

    def flush(self) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")


def ended(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> object:
    """Return the exit code of the program, run on the streams of this process."""
    monkeypatch.setattr(sys, "argv", ["elicitform", *arguments])
    with pytest.raises(SystemExit) as caught:
        run()
    return caught.value.code


def test_streams_that_are_not_there_or_full_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    complaints = io.StringIO()
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", complaints)
    assert ended(monkeypatch, "export", "app.py") == 2
    assert complaints.getvalue().startswith("elicitform: cannot write the output: ")
    assert ended(monkeypatch, "diff", "form.json", "form.json") == 0
    for stream in (Full(), None):
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        monkeypatch.setattr(sys, "stderr", stream)
        assert ended(monkeypatch, "lint", "form.json") == (2 if stream else 0)
        assert sys.stderr is None


def test_standard_input_in_this_process_that_cannot_be_read_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Empty:
        buffer = type("Buffer", (), {"read": lambda *_: None})()

    for stdin, said in ((None, "standard input is closed"), (Empty(), "Resource temporarily")):
        monkeypatch.setattr(sys, "stdin", stdin)
        stderr = io.StringIO()
        assert main(["clients", "-"], io.StringIO(), stderr) == 2
        assert stderr.getvalue().startswith(f"elicitform: cannot read stdin: {said}")


def test_yaml_without_its_library_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("form.yaml").write_text("type: object")
    monkeypatch.setitem(sys.modules, "yaml", None)
    for command in ("clients", "generate"):
        stderr = io.StringIO()
        assert main([command, "form.yaml"], io.StringIO(), stderr) == 2
        assert stderr.getvalue() == (
            "elicitform: cannot read form.yaml: reading YAML needs PyYAML: "
            'pip install "elicitform[yaml]"\n'
        )


# --- Ctrl-C -----------------------------------------------------------------------------------


@needs_posix
@pytest.mark.parametrize("arguments", [["export", "slow.py"], ["export", "slow.py", "--out", "o"], ["clients", "slow.py"], ["diff", "form.json", "slow.py"]])  # fmt: skip
def test_ctrl_c_ends_a_command_without_a_word(arguments: list[str]) -> None:
    # A signal that comes just before one long sleep would be noticed after it only.
    Path("slow.py").write_text(
        "import time\nprint('slow', flush=True)\nfor _ in range(3_000):\n    time.sleep(0.01)\n"
    )
    with subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == b"slow\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert sorted(os.listdir()) == ["app.py", "form.json", "other.json", "slow.py"]


@pytest.mark.parametrize("arguments", [["lint", "-"], ["clients", "-"], ["generate", "-"], ["diff", "-", "form.json"], ["export", "app.py"]])  # fmt: skip
def test_ctrl_c_anywhere_is_an_exit_code(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*_: object, **__: object) -> Any:
        raise KeyboardInterrupt

    class Typing:
        buffer = type("Buffer", (), {"read": pressed})()

    monkeypatch.setattr(sys, "stdin", Typing())
    monkeypatch.setattr("elicitform._cli.export.as_json", pressed, raising=False)
    monkeypatch.setattr(sys, "argv", ["elicitform", *arguments])
    with pytest.raises(SystemExit) as caught:
        run()
    assert caught.value.code == 130
    assert capsys.readouterr() == ("", "")


# --- targets and folders ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("class Odd(Exception):\n    def __str__(self): raise RuntimeError\nraise Odd", "Odd"),
        ("class Odd(Exception):\n    def __str__(self): raise SystemExit(3)\nraise Odd", "Odd"),
        ("class Odd(Exception):\n    def __str__(self): return 3\nraise Odd", "Odd"),
        ("class Odd(BaseException): pass\nraise Odd('a\\nb\\x1b\\ud800##vso[x]')", r"Odd: a b\x1b\ud800#\x23vso[x]"),
        ("raise SystemExit", "SystemExit"),
        ("raise GeneratorExit('x')", "GeneratorExit: x"),
        ("import sys; sys.modules[__name__] = None; 1 / 0", "ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
def test_an_error_that_cannot_be_printed_is_told_by_its_name(body: str, said: str) -> None:
    Path("odd.py").write_text(body)
    for command in ("export", "clients"):
        stdout, stderr = io.StringIO(), io.StringIO()
        assert main([command, "odd.py"], stdout, stderr) == 2
        assert stderr.getvalue() == f"elicitform: cannot import odd.py: {said}\n"
        assert stdout.getvalue() == ""


def test_a_refusal_that_cannot_be_printed_is_told_by_its_place() -> None:
    Path("odd.py").write_text(
        "from elicitform import FormWarning\n"
        "class Odd(FormWarning):\n    def __str__(self): raise RuntimeError\nraise Odd"
    )
    stderr = io.StringIO()
    assert main(["export", "odd.py"], io.StringIO(), stderr) == 1
    assert stderr.getvalue() == "elicitform: odd.py: \n"


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "RuntimeError"])
def test_ctrl_c_is_passed_on_whoever_is_asked_for_words(error: str) -> None:
    Path("odd.py").write_text(
        f"class Odd(Exception):\n    def __str__(self): raise {error}\nraise Odd"
    )
    Path("lazy.py").write_text(f"def __getattr__(name): raise {error}")
    Path("neighbour.py").write_text("def __getattr__(name): raise RuntimeError\ndel __file__")
    Path("near.py").write_text(f"import neighbour\n{MODULE}")
    for target in ("odd.py", "lazy.py:Asked"):
        if error == "KeyboardInterrupt":
            with pytest.raises(KeyboardInterrupt):
                main(["export", target], io.StringIO(), io.StringIO())
        else:
            assert main(["export", target], io.StringIO(), io.StringIO()) == 2
    assert main(["export", "near.py"], io.StringIO(), io.StringIO()) == 0
    sys.modules.pop("neighbour", None)


@pytest.mark.parametrize(
    "body",
    [
        "import sys; sys.modules[__name__] = object()",
        "import sys; sys.modules[__name__] = 3",
        "def __getattr__(name): raise SystemExit(name)",
    ],
)
def test_whatever_a_module_puts_in_its_place_is_no_form(
    body: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("replaced.py").write_text(body)
    monkeypatch.delitem(sys.modules, "replaced", raising=False)
    for target in ("replaced", "replaced:Asked"):
        stderr = io.StringIO()
        assert main(["export", target], io.StringIO(), stderr) == 2
        assert stderr.getvalue().startswith("elicitform: replaced ")
        sys.modules.pop("replaced", None)


def test_a_target_that_may_not_be_looked_at_is_told_as_such(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stat = os.stat

    def forbidden(path: Any, *rest: Any, **more: Any) -> Any:
        if "closed" in str(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return stat(path, *rest, **more)

    monkeypatch.setattr("os.stat", forbidden)
    monkeypatch.setattr(Path, "stat", forbidden)
    for command in ("clients", "export", "diff", "generate"):
        place = "closed/form" if command != "generate" else "closed/form.json"
        arguments = [command, place, place] if command == "diff" else [command, place]
        stderr = io.StringIO()
        assert main(arguments, io.StringIO(), stderr) == 2
        assert stderr.getvalue().startswith("elicitform: cannot ")
        assert "closed/form" in stderr.getvalue()
        assert "output" not in stderr.getvalue()


@needs_posix
@pytest.mark.parametrize("arguments", [["export", "app"], ["lint", "x.json"], ["clients", "app"]])
def test_a_folder_that_is_gone_is_said_in_one_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    stderr = io.StringIO()
    assert main(arguments, io.StringIO(), stderr) == 2
    assert stderr.getvalue() == "elicitform: cannot work here: No such file or directory\n"


@pytest.mark.parametrize("arguments", [["lint", "form.json"], ["diff", "form.json", "form.json"]])
def test_a_command_that_reads_json_does_not_import_pydantic(arguments: list[str]) -> None:
    program = (
        "import io, sys; from elicitform._cli import main; "
        f"main({arguments}, io.StringIO(), io.StringIO()); print('pydantic' in sys.modules)"
    )
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "False\n"
