"""What `ask` needs of each SDK's contexts, in a file that is called like the SDK's package."""
