-- Orders that the desk itself ends at a venue on a line.

-- How an order ends once the venue has cancelled it; NULL of a client's cancel and of any other command.
ALTER TABLE venue_commands ADD ends json;

-- The venue did not cancel an order that the desk wanted to end.
ALTER TABLE flagged_reports DROP CONSTRAINT flagged_reports_flag_check,
  ADD CHECK (flag IN ('unknownOrder', 'unexpected', 'lateFill', 'overfill', 'notEnded'));
