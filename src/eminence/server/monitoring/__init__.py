"""What whoever runs the server can see: logs and metrics."""
