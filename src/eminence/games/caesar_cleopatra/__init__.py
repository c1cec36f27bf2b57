"""Caesar & Cleopatra: bluffing for the patricians of Rome."""
