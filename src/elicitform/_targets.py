"""Targets of the command line to forms: ``package.module:Form``, a module, or a file."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from elicitform._command import DIFFERS_OR_REFUSED, CommandError
from elicitform._form import Form
from elicitform.exceptions import FormDefinitionError

if TYPE_CHECKING:
    from types import ModuleType


def forms_at(target: str, stderr: TextIO) -> list[type[Form]]:
    """Return the forms that a target stands for, in the order of their definition.

    Args:
        target: ``package.module:Form``, ``package.module``, or a path to a file, with or without
            ``:Form``; without it, every concrete form that is defined there.
        stderr: Where whatever the module prints while it is imported goes.

    Raises:
        CommandError: It cannot be imported, has no such form, or none at all.
    """
    place, name = _split(target)
    module = _imported(place, stderr)
    if name:
        return [_form_called(name, module, place)]
    forms = [form for form in vars(module).values() if _is_defined_in(form, module)]
    if not forms:
        raise CommandError(f"{place} defines no form that can be exported")
    return list(dict.fromkeys(forms))


def _split(target: str) -> tuple[str, str]:
    """Split a target at the colon before a form's name, which a drive letter's is not."""
    place, colon, name = target.rpartition(":")
    return (place, name) if colon and name.isidentifier() else (target, "")


def _is_defined_in(value: object, module: ModuleType) -> bool:
    return (
        isinstance(value, type)
        and issubclass(value, Form)
        and value.__module__ == module.__name__
        and not value.__elicit_form__.abstract
    )


def _form_called(name: str, module: ModuleType, place: str) -> type[Form]:
    form = getattr(module, name, None)
    if form is None:
        raise CommandError(f"{place} has nothing called {name}")
    if not isinstance(form, type) or not issubclass(form, Form):
        raise CommandError(f"{place}:{name} is not a form: it does not derive from elicitform.Form")
    return form


def _imported(place: str, stderr: TextIO) -> ModuleType:
    """Import a module or a file; what it prints must not get between the JSON on stdout."""
    is_file = place.endswith(".py") or Path(place).is_file()
    with contextlib.redirect_stdout(stderr):
        try:
            return _module_from_file(Path(place)) if is_file else _module_called(place)
        except FormDefinitionError as error:
            raise CommandError(f"{place}: {error}", DIFFERS_OR_REFUSED) from None
        except (Exception, SystemExit) as error:  # noqa: BLE001  (an import can raise anything)
            raise CommandError(f"cannot import {place}: {_in_one_line(error)}") from None


def _in_one_line(error: BaseException) -> str:
    message = " ".join(str(error).split())
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def _module_called(name: str) -> ModuleType:
    _put_on_path(Path.cwd())
    return importlib.import_module(name)


def _module_from_file(path: Path) -> ModuleType:
    """Import a file with its folder on the path, as Python runs it, under a name of its own."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}")
    _put_on_path(path.resolve().parent)
    name = f"_elicitform_target_{len(sys.modules)}_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is not a Python file")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _put_on_path(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
