"""The Devil's Pact, still to be built: so far its name, its plate and a sentence about it. See docs/sketch.md."""
