"""The protocol revisions that have elicitation, what each can express, and what limits all."""


class Vocabulary:
    """What one revision's ``requestedSchema`` and its request can express.

    Attributes:
        mode: The request may carry ``mode``.
        every_default: Any field may carry ``default``, not only a boolean.
        one_of: Titled choices are written ``oneOf`` (else ``enum`` beside ``enumNames``).
        multi_select: A field may hold several choices.
    """

    def __init__(
        self, *, mode: bool, every_default: bool, one_of: bool, multi_select: bool
    ) -> None:
        self.mode = mode
        self.every_default = every_default
        self.one_of = one_of
        self.multi_select = multi_select


_FIRST = Vocabulary(mode=False, every_default=False, one_of=False, multi_select=False)
_SECOND = Vocabulary(mode=True, every_default=True, one_of=True, multi_select=True)

VOCABULARIES = {
    "2025-06-18": _FIRST,
    "2025-11-25": _SECOND,
    "2026-07-28": _SECOND,
}

REVISIONS: tuple[str, ...] = tuple(VOCABULARIES)
"""The protocol revisions that have elicitation, oldest first."""

OLDEST_REVISION = REVISIONS[0]

LATEST_REVISION = REVISIONS[-1]
"""The newest of `REVISIONS`, and the default wherever a revision is asked for."""

ALL = "all"
"""What stands for all of `REVISIONS` wherever one may be named."""

LARGEST_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader holds exactly (RFC 8259 section 6)."""

ELICITATION_NAME = "[A-Za-z0-9._-]+"
"""A regular expression for the name of an elicitation (MCP Description)."""

MULTI_SELECT_SINCE = next(name for name, can in VOCABULARIES.items() if can.multi_select)


def revisions_since(oldest: str) -> tuple[str, ...]:
    """Return `oldest` and every later revision, oldest first."""
    return REVISIONS[REVISIONS.index(oldest) :]
