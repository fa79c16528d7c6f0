"""A ``requestedSchema`` to a class statement, which is evaluated for a form or printed as source.

What is written for a property is decided in `statement`; `source` prints what `expressions` evaluates.
"""
