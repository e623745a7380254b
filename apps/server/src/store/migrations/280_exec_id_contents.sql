-- What a report said, in short: another one under its ExecID that says something else is shown to operators.
ALTER TABLE venue_exec_ids ADD contents text; -- NULL of those from before
