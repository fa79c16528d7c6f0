"""Asking through an SDK's context, on connections of both eras.

``ask`` puts a question and returns what became of it; ``resumable`` lets it do so on connections
from 2026-07-28 on, where a tool ends with its question and is run again with the answer.
``replay`` is what travels between those runs, and ``sdks`` has a file for each SDK.
"""
