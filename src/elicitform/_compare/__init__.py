"""What `elicitform.compare` decides with: values that a field takes, and how two fields differ."""
