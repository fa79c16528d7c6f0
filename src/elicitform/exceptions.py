"""What can go wrong, as one tree.

::

    ElicitFormError
    ├── FormDefinitionError  (TypeError)   the class statement is refused
    │   └── NoChoices                      there is nothing to choose from at run time
    ├── RevisionError        (ValueError)  the form cannot be expressed in that revision
    ├── SchemaError          (ValueError)  a requestedSchema is not valid
    ├── UnknownClientError   (LookupError) nothing is known of a client of that name
    ├── AskingError          (RuntimeError) a tool asks in a way that no client can answer
    └── ResponseError        (ValueError)  what a client sent cannot be read
        ├── MalformedResponse              it is not an ElicitResult at all
        ├── InvalidContent                 its content does not fit the form
        └── NothingCollected               the client collects nothing, and asking again would loop

    FormWarning              (UserWarning) the form is valid, and will surprise somebody

Every error carries its facts as attributes; its text is made from them here and nowhere else.
"""

import textwrap
from collections.abc import Callable
from typing import Any, Literal, NamedTuple


class ElicitFormError(Exception):
    """The root of every error that this package raises."""


class FormWarning(UserWarning):
    """A form that is valid, yet that some client will show or answer badly."""


class DefinitionFault(NamedTuple):
    """One reason why a class statement is refused.

    Attributes:
        field: The Python name of the field, or ``""`` where the fault is the whole form's.
        annotation: The annotation as the author wrote it, or ``""``.
        code: A stable name of the rule, such as ``nested-model``.
        rule: The rule that is broken, as a sentence.
        remedy: What to write instead.
    """

    field: str
    annotation: str
    code: str
    rule: str
    remedy: str


class Fault(NamedTuple):
    """One reason why an answer does not fit its form.

    Attributes:
        field: The property name on the wire, or ``""`` where the fault is the whole form's.
        code: ``missing``, ``type``, ``range``, ``length``, ``count``, ``choice``, ``duplicate``,
            ``format``, ``text``, ``unknown`` or ``rule``.
        message: What is wrong, in words for a person. It never repeats the answer.
        hint: What the author of the form may want to know, or ``""``.
    """

    field: str
    code: str
    message: str
    hint: str = ""


class Finding(NamedTuple):
    """One thing that is wrong with a schema, or that some client will show or answer badly.

    Attributes:
        code: A stable name of the rule, such as ``default-range``.
        severity: ``error`` where the schema is not valid, ``warning`` where a client suffers.
        path: The place, as a JSON pointer (RFC 6901).
        message: What is wrong, and what to write instead.
    """

    code: str
    severity: Literal["error", "warning"]
    path: str
    message: str


class FormDefinitionError(ElicitFormError, TypeError):
    """The class statement of a form asks for something that the wire cannot carry.

    Attributes:
        form: The name of the class.
        faults: Every `DefinitionFault` of the class, in field order.
    """

    def __init__(self, form: str, faults: tuple[DefinitionFault, ...]) -> None:
        super().__init__(form, faults)
        self.form = form
        self.faults = faults

    def __str__(self) -> str:
        head = f"{self.form} cannot be an elicitation form ({_count(self.faults, 'fault')})"
        if all(fault.code in _UNREADY for fault in self.faults):
            head = f"{self.form} can be neither exported nor read as it is"
        elif all(fault.code == "no-message" for fault in self.faults):
            head = f"{self.form} cannot be asked as it is"
        return "\n\n".join([head, *map(_definition_fault_text, self.faults)])


class NoChoices(FormDefinitionError):  # noqa: N818  (named for what there is to expect)
    """There is nothing to choose from: `Form.with_choices` was given no choices for a field.

    A server whose choices come from elsewhere can expect it, and answer without asking.

    Attributes:
        field: The Python name of the field, the first where there are several.
    """

    @property
    def field(self) -> str:
        """The Python name of the field, the first where there are several."""
        return self.faults[0].field

    def __str__(self) -> str:
        fields = " and ".join(fault.field for fault in self.faults)
        return f"{self.form} cannot be asked: there is nothing to choose from for {fields}"


class RevisionError(ElicitFormError, ValueError):
    """A form was asked for at a revision that is unknown, or too old for it.

    Attributes:
        form: The name of the form, or ``""`` where none is concerned.
        revision: The revision asked for.
        revisions: The revisions that would do, oldest first.
        fields: The wire names of the fields that need a newer one; empty for an unknown revision.
    """

    def __init__(
        self, form: str, revision: object, revisions: tuple[str, ...], fields: tuple[str, ...] = ()
    ) -> None:
        super().__init__(form, revision, revisions, fields)
        self.form = form
        self.revision = revision
        self.revisions = revisions
        self.fields = fields

    def __str__(self) -> str:
        choices = "use " + " or ".join(self.revisions)
        if self.fields:
            names = ", ".join(self.fields)
            needs = "needs" if len(self.fields) == 1 else "need"
            return (
                f"{self.form} cannot be expressed in revision {self.revision}: {names} {needs} "
                f"{self.revisions[0]} or later; {choices}"
            )
        if self.form:
            return (
                f"{self.form} cannot be expressed in revision {self.revision}: it is declared "
                f"since {self.revisions[0]}; {choices}"
            )
        return f"unknown protocol revision {self.revision!r:.40}; {choices}"


class SchemaError(ElicitFormError, ValueError):
    """A ``requestedSchema`` is not valid, so nothing can be found out from it.

    Attributes:
        name: What the schema is called, or ``""``.
        findings: Every `Finding` of severity ``error``, in the order of the schema.
    """

    def __init__(self, name: str, findings: tuple[Finding, ...]) -> None:
        super().__init__(name, findings)
        self.name = name
        self.findings = findings

    def __str__(self) -> str:
        named = f"{self.name} is" if self.name else "this is"
        head = f"{named} no valid requestedSchema ({_count(self.findings, 'error')})"
        lines = [head, *map(_finding_text, self.findings[:_LISTED_FINDINGS])]
        if len(self.findings) > _LISTED_FINDINGS:
            lines.append(f"  and {len(self.findings) - _LISTED_FINDINGS} more")
        return "\n".join(lines)


class UnknownClientError(ElicitFormError, LookupError):
    """Nothing is known of a client of that name.

    Attributes:
        client: The name asked for.
        clients: The short names of those that something is known of.
    """

    def __init__(self, client: str, clients: tuple[str, ...]) -> None:
        super().__init__(client, clients)
        self.client = client
        self.clients = clients

    def __str__(self) -> str:
        return f"nothing is known of a client {self.client!a:.60}; known are " + ", ".join(
            self.clients
        )


class AskingError(ElicitFormError, RuntimeError):
    """A tool asks in a way that cannot come to an end; it has to be written differently."""


class ResponseError(ElicitFormError, ValueError):
    """What a client sent cannot be read as an answer to the form."""


class MalformedResponse(ResponseError):  # noqa: N818  (named for what it is, as the docs call it)
    """A response that is not an ElicitResult, or content that is not an object.

    Attributes:
        form: The name of the form.
        problem: What is wrong with it, without the value itself.
    """

    def __init__(self, form: str, problem: str) -> None:
        super().__init__(form, problem)
        self.form = form
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.form}: {self.problem}"


class InvalidContent(ResponseError):  # noqa: N818  (see above)
    """An accepted answer whose content does not fit the form; `Form.asking_again` asks once more.

    Attributes:
        form: The name of the form.
    """

    # What was answered to which form, for `Form.asking_again` alone, and in no ``repr``.
    _answered: Any = None

    def __init__(
        self,
        form: str,
        faults: tuple[Fault, ...] | Callable[[], tuple[Fault, ...]],
        # Positional, so that it pickles.
        nothing_collected: bool | Callable[[], bool] = False,  # noqa: FBT001, FBT002
    ) -> None:
        # `BaseException.__new__` has taken the arguments; handing them on costs a third of this.
        self.form = form
        # Perhaps only ways to find them out, which takes as long as reading.
        self._faults = faults
        self._nothing_collected = nothing_collected

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Every `Fault`, at most one a field."""
        if callable(self._faults):
            self._faults = self._faults()
        return self._faults

    @property
    def nothing_collected(self) -> bool:
        """Whether the content holds nothing that a person entered, though something is missing.

        It is absent, null or ``{}``, or holds only defaults that the form shows: the client most
        likely collected nothing, so asking again would loop.
        """
        if callable(self._nothing_collected):
            self._nothing_collected = self._nothing_collected()
        return self._nothing_collected

    @property
    def missing(self) -> tuple[str, ...]:
        """The wire names of required fields that were not answered."""
        return tuple(fault.field for fault in self.faults if fault.code == "missing")

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave form and answer behind: the form may have no name to be found by."""
        own = {"form", "_nothing_collected", "_faults", "_answered"}
        state = {name: value for name, value in vars(self).items() if name not in own}
        return type(self), (self.form, self.faults, self.nothing_collected), state

    def __repr__(self) -> str:
        return f"InvalidContent({self.form!r}, {self.faults!r}, {self.nothing_collected!r})"

    def __str__(self) -> str:
        head = f"{self.form}: the answer has {_count(self.faults, 'fault')}"
        if self.nothing_collected:
            head = f"{self.form}: the client accepted without collecting anything"
        return "\n".join([head, *map(_fault_text, self.faults)])


class NothingCollected(ResponseError):  # noqa: N818  (see above)
    """A client that accepted without collecting anything was to be asked again.

    Some clients show nothing but approve and deny for a form that they cannot draw, and accept
    with empty content. Say what is needed in another way, such as an argument of the tool.

    Attributes:
        form: The name of the form.
    """

    def __init__(self, form: str) -> None:
        super().__init__(form)
        self.form = form

    def __str__(self) -> str:
        return (
            f"{self.form}: the client accepted without collecting anything, so asking again would "
            "go round in circles; take what is missing as an argument of the tool"
        )


_UNREADY = {"abstract", "late-choices"}
_LISTED_FINDINGS = 20
_LONGEST_PATH = 80


def _count(items: tuple[object, ...], noun: str) -> str:
    return f"{len(items)} {noun}" if len(items) == 1 else f"{len(items)} {noun}s"


def _definition_fault_text(fault: DefinitionFault) -> str:
    where = ": ".join(filter(None, [fault.field, fault.annotation])) or "the form"
    body = textwrap.indent(f"{fault.rule}\n{fault.remedy}", "    ")
    return f"  {where}  [{fault.code}]\n{body}"


def _fault_text(fault: Fault) -> str:
    text = f"  {fault.field or 'the form'}: {fault.message}  [{fault.code}]"
    return f"{text}\n    ({fault.hint})" if fault.hint else text


def _finding_text(finding: Finding) -> str:
    path = finding.path[:_LONGEST_PATH]
    place = path if path.isprintable() else ascii(path)
    return f"  {place or 'the root'}: {finding.message}  [{finding.code}]"
