"""A ``requestedSchema`` to a class statement, evaluated for a form or printed as source.

What is written for a property is decided in `statement`; `source` prints the same expressions that
`expressions` evaluates.
"""
