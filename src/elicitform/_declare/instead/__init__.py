"""What to write in place of a refused declaration: one that asks the same, and is accepted.

A declaration is taken apart into what it asks, and that is written down again as a form would have
it. Loaded when a class is refused, and at no other time.
"""
