"""Whether a client shows forms, by what it declares."""

from __future__ import annotations

from elicitform._answers.outcomes import member


def supports_forms(capabilities: object) -> bool:
    """Return whether a client with these capabilities can be asked with a form.

    It can where it declares ``elicitation`` with the mode ``form``, or without any mode
    (specification 2025-11-25, elicitation, capabilities).

    Args:
        capabilities: The ``capabilities`` that the client declares, as a mapping or as an object of
            an SDK, such as ``ctx.session.client_capabilities`` of both SDKs; None for none.

    Example:
        >>> supports_forms({"elicitation": {}}), supports_forms({"elicitation": {"url": {}}})
        (True, False)
    """
    modes = member(capabilities, "elicitation", None)
    if modes is None:
        return False
    return member(modes, "form", None) is not None or member(modes, "url", None) is None
