// Nobody waits for the tests of a run that was killed: without this they, and what they started, would go on to their end.
process.once("disconnect", () => process.exit());
