"""What an author writes, to a description of it or to every reason why it is refused.

A new annotation goes into `types`, a new marker into `markers`, and a new refusal into the module
of what it is about, with its wording in `remedies`.
"""
