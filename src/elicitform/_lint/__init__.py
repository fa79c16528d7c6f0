"""What `elicitform.lint` is made of: texts to documents, documents to findings."""
