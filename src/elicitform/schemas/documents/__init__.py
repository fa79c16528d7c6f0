"""Every ``requestedSchema`` in files of JSON and YAML, wherever in a document it is.

`files` reads them and knows their kinds, `json_text` and `yaml_text` turn text into values and know
the position of each, and `finder` knows everything that carries a schema.
"""
