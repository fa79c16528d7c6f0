"""Helpers for tests of servers that ask with forms: answers, good and bad, and a scripted client.

`answers` and `bad_answers` are Hypothesis strategies, and need the extra ``elicitform[testing]``;
nothing else here does. `scripted` answers for either SDK's client, and imports neither itself.
"""

from elicitform.testing._results import accept, accept_content, cancel, decline
from elicitform.testing._script import Asked, Script, ScriptError, scripted
from elicitform.testing._strategies import answers, bad_answers

__all__ = [
    "Asked",
    "Script",
    "ScriptError",
    "accept",
    "accept_content",
    "answers",
    "bad_answers",
    "cancel",
    "decline",
    "scripted",
]
