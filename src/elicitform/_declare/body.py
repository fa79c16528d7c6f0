"""The body of a class statement: what its annotations are, with every choice where it is written.

`typing` remembers the types it made, and takes ``Literal["a", "b"]`` and ``Literal["b", "a"]`` for
equal. In a process that has made ``Optional[Literal["a", "b"]]``, the other way round gives the
same, and a form would send its choices in an order that somebody else wrote. Up to Python 3.13 that
goes for ``|``, too.

So `typing` forgets what it made right before each annotation of a form is evaluated. That happens
in the body; after it, where annotations are deferred (from Python 3.14 on, PEP 649); or when
pydantic asks for it, where they are text (PEP 563, and quotes). Only another thread that makes an
equal type between the forgetting and the making can still come first.
"""

from __future__ import annotations

import sys
import typing
from contextlib import suppress
from types import CellType, FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, ForwardRef

from elicitform import _pydantic
from elicitform._declare.annotations import is_literal
from elicitform._declare.memory import forget_equal_types, forget_what_holds_literals

if TYPE_CHECKING:
    from types import FrameType


class _Body(_pydantic.Namespace):
    """A namespace in which each look-up of a name has `typing` forget what it made.

    Every annotation that holds choices looks up a name before it makes a type: that of ``Literal``,
    of ``Optional``, or of an alias.
    """

    _before = ""

    def __getitem__(self, name: str) -> Any:
        if name == "Literal" != self._before:  # else one may hold another
            forget_what_holds_literals()
        elif name not in _LEADS_TO_NO_CHOICES:
            forget_equal_types()
        self._before = name
        return super().__getitem__(name)


_LEADS_TO_NO_CHOICES = {"Field", "__annotations__", "__name__", "bool", "float", "int", "str"}
_DEFERRED = sys.version_info >= (3, 14)
_Namespace = _pydantic.Namespace if _DEFERRED else _Body
_VALUE = 1
"""The format in which an annotate function returns types (``annotationlib.Format.VALUE``)."""


class Annotations:
    """Evaluates what pydantic would evaluate later, with nothing forgotten in between.

    What cannot be evaluated here is left to pydantic, and so is every word about it.

    Args:
        around: The frame that holds the class statement.
    """

    def __init__(self, around: FrameType) -> None:
        self._around: FrameType | None = around
        self._texts: dict[str, Any] = {}

    def __set_name__(self, form: type, name: str) -> None:
        """Evaluate the annotations of `form`. Python calls this before pydantic looks at them."""
        delattr(form, name)
        with suppress(Exception):
            self._evaluate(form)
        self._around = None

    def _evaluate(self, form: type) -> None:
        annotations = form.__annotations__
        if _DEFERRED:
            annotations.update(_deferred(form))
        self._texts = {
            name: one
            for name, one in annotations.items()
            if type(one) is not type and _has_text(one)
        }
        if not self._texts:
            return
        names = {**_names_in(self._around), **vars(form)}
        for name, text in self._texts.items():
            with suppress(Exception):
                annotations[name] = _evaluated(text, vars(sys.modules[form.__module__]), names)

    def put_back(self, form: type) -> None:
        """Let `form` have its annotations as they are written, for whoever reads them next."""
        if self._texts:
            form.__annotations__.update(self._texts)


ANNOTATIONS = "__elicit_annotations__"


def new_body(around: FrameType) -> dict[str, Any]:
    """Return the namespace for the body of a class statement that is in the frame `around`."""
    return _Namespace({ANNOTATIONS: Annotations(around)})


def _deferred(form: type) -> dict[str, Any]:
    """Return the annotations of `form`, with `typing` forgetting at each name in them."""
    annotate: Any = getattr(form, "__annotate__", None)
    if annotate is None:
        return {}
    cells: dict[str, Any] = dict(
        zip(annotate.__code__.co_freevars, annotate.__closure__ or (), strict=True)
    )
    if "__classdict__" in cells:
        cells["__classdict__"] = CellType(_Body(vars(form)))
    found = FunctionType(annotate.__code__, annotate.__globals__, closure=tuple(cells.values()))
    evaluated: dict[str, Any] = found(_VALUE)
    return evaluated


def _has_text(annotation: object) -> bool:
    """Return whether an annotation is text, or has a part that is."""
    if isinstance(annotation, (str, ForwardRef)):
        return True
    parts = getattr(annotation, "__args__", None)
    return isinstance(parts, tuple) and not is_literal(annotation) and any(map(_has_text, parts))


def _names_in(frame: FrameType | None) -> dict[str, Any]:
    """Return the names of the function, or of the class, that holds a class statement."""
    local = frame is not None and frame.f_locals is not frame.f_globals
    return dict(frame.f_locals) if frame is not None and local else {}


def _evaluated(text: object, module: dict[str, Any], names: dict[str, Any]) -> Any:
    """Evaluate an annotation that is text, or has text in it."""
    forget_equal_types()
    bearer = SimpleNamespace(__annotations__={"field": text})
    return typing.get_type_hints(bearer, module, names, include_extras=True)["field"]
