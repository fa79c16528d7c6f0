"""A class that is no form to the class statement of the form that asks the same.

What each field becomes is decided in `elicitform._declare`, as for a remedy: this room writes it
down in place of the field, and tries whether the class stands.
"""
