"""A form as people will see it: in the terminal, and as a page for a browser.

``views`` gathers what there is to say as plain values; ``text`` and ``page`` draw it.
"""
