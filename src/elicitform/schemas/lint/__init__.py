"""What is wrong in files that carry a ``requestedSchema``, and on which line.

`report` has the functions to call, `judge` checks what a document asks by `rules`, and
`codes` lists every rule in words.
"""
