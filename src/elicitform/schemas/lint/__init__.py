"""What is wrong in files that carry a ``requestedSchema``, and on which line.

`report` has the functions to call, `judge` holds what a document asks against `rules`, and `codes`
lists every rule in words.
"""
