"""The API for programs: its operations, their types, and the document made from both."""
