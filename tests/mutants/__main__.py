"""Small changes to the package, one at a time, and whether a test notices each.

::

    python -m tests.mutants                                 # 15 changes a module, of every room
    python -m tests.mutants _wire/rules.py --sample 0       # every change to one module
    python -m tests.mutants _declare --sample 40 --seed 7 --quick

Each change is made in a copy of ``src``, and the tests of its room are run up to the first that
fails. Printed are the share of changes that were noticed and each that was not. A few of those
change nothing that anybody can see; every other one is a test that is missing, or code that nobody
needs. The checkout is left as it is.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import os
import py_compile
import random
import resource
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.mutants.changes import changed, changes_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

ROOT = Path(__file__).parents[2]
PACKAGE = "elicitform"

TESTS_OF = {
    "_wire/check": ("wire",),
    "_wire/rules.py": ("answers", "declare"),
    "_wire/reduced.py": ("generate/test_annotations.py", "generate"),
    "_wire/formats.py": ("wire/test_formats.py", "answers", "wire", "declare"),
    "_wire": ("wire", "answers", "declare"),
    "_declare/choices.py": ("form/test_variants.py", "declare", "answers"),
    "_declare": ("declare", "answers", "form/test_form.py", "form/test_variants.py"),
    "_answers": (
        "answers",
        "form/test_asking_again.py",
        "form/test_rounds.py",
        "form/test_form.py",
    ),
    "_form": ("form", "generate"),
    "_generate": ("generate", "cli/test_generate.py"),
    "_ask": ("ask",),
    "schemas": ("schemas",),
    "testing": ("testing",),
    "_cli": ("cli",),
}
"""The tests of each room or module, those first that most likely fail."""

_TOO_SLOW = ("form/test_threads.py", "cli/test_real_builds.py", "cli/test_builds.py")
_SECONDS = 120
"""The processor time after which a change counts as noticed, since it made something endless."""


class Mutant(NamedTuple):
    """One change to one module.

    Attributes:
        module: The path of the module within the package.
        number: Which of its changes it is.
        line: Where it is.
        what: What is changed into what.
    """

    module: str
    number: int
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.what}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try changes, and say which of them no test has noticed."""
    options = _parser().parse_args(arguments)
    modules = [one for name in options.modules or TESTS_OF for one in _modules_in(name)]
    mutants = [one for module in modules for one in _sample(module, options.sample, options.seed)]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "src")
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        compileall.compile_dir(
            source, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH
        )
        tests_of = {module: _tests_of(module, quick=options.quick) for module in modules}
        if not options.quick:
            _require_passing(dict.fromkeys(tests_of.values()), source)
        survivors = [one for one in mutants if not _is_noticed_in(one, tests_of, source)]
    _report(len(mutants), survivors)
    return 1 if survivors else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="a module or a room, within src/elicitform"
    )
    parser.add_argument(
        "--sample", type=int, default=15, help="how many changes a module; 0 for all of them"
    )
    parser.add_argument("--seed", type=int, default=1, help="which sample to draw")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="run the first tests of its room only, and trust that they pass as it is",
    )
    return parser


def _modules_in(name: str) -> Iterator[str]:
    package = ROOT / "src" / PACKAGE
    path = package / name
    if not path.exists():
        raise SystemExit(f"there is no {name} in src/{PACKAGE}")
    for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
        yield file.relative_to(package).as_posix()


def _sample(module: str, size: int, seed: int) -> list[Mutant]:
    tree = ast.parse((ROOT / "src" / PACKAGE / module).read_text(encoding="utf-8"))
    found = [
        Mutant(module, number, change.line, change.what)
        for number, change in enumerate(changes_in(tree))
    ]
    if 0 < size < len(found):
        drawn = random.Random(f"{seed} {module}").sample(found, size)
        return sorted(drawn, key=lambda one: one.number)
    return found


def _tests_of(module: str, *, quick: bool) -> tuple[str, ...]:
    found = (tests for room, tests in TESTS_OF.items() if f"{module}/".startswith(f"{room}/"))
    tests = next(found, ("test_exceptions.py", "form", "answers"))
    return tests[:1] if quick else tests


def _require_passing(all_tests: Iterable[tuple[str, ...]], source: Path) -> None:
    for tests in all_tests:
        if _is_noticed(tests, source):
            raise SystemExit(f"these tests fail as it is: {' '.join(tests)}")


def _is_noticed_in(mutant: Mutant, tests_of: Mapping[str, tuple[str, ...]], source: Path) -> bool:
    path = source / PACKAGE / mutant.module
    original = path.read_text(encoding="utf-8")
    path.write_text(changed(original, mutant.number), encoding="utf-8")
    try:
        noticed = _is_noticed(tests_of[mutant.module], source)
    finally:
        path.write_text(original, encoding="utf-8")
    print("." if noticed else f"\n{mutant}", end="", flush=True)
    return noticed


def _is_noticed(tests: tuple[str, ...], source: Path) -> bool:
    """Return whether a test fails, in a process of its own that imports the copy."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return status != 0
    _run_tests(tests, source)
    return False  # pragma: no cover  (the child has ended)


def _run_tests(tests: tuple[str, ...], source: Path) -> None:
    """Run tests in this process, which ends with their exit code."""
    code = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.chdir(ROOT)
        os.environ["PYTHONPATH"] = str(source)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        sys.path.insert(0, str(source))
        sys.dont_write_bytecode = True
        left_out = [f"--ignore={ROOT / 'tests' / path}" for path in _TOO_SLOW]
        options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0", "-m", "not builds"]
        code = int(pytest.main([*options, *left_out, *(f"tests/{one}" for one in tests)]))
    finally:
        os._exit(code)  # without what the parent would do at its end


def _report(tried: int, survivors: list[Mutant]) -> None:
    noticed = tried - len(survivors)
    share = f" ({noticed / tried:.1%})" if tried else ""
    print(f"\n\n{noticed} of {tried} changes were noticed{share}")
    for one in survivors:
        print(f"  {one}")


if __name__ == "__main__":
    raise SystemExit(main())
