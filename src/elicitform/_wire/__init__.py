"""What the protocol can carry: frozen descriptions of forms, the revisions, formats and rules.

A new keyword on the wire goes into `description`, `render`, `rules` and `check`; a new revision
into `revisions`. Nothing here knows an annotation or a model.
"""
