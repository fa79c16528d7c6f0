"""What a change of a form means for answers to the old form.

`report` goes through the fields, `differences` through the keywords of one, and `values` knows
which values a property takes.
"""
