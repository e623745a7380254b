-- Messages about orders that the gateway of an exchange cannot turn into reports.

ALTER TABLE flagged_reports DROP CONSTRAINT flagged_reports_flag_check,
  ADD CHECK (flag IN (
    'unknownOrder', 'unexpected', 'lateFill', 'overfill', 'worsePrice', 'notEnded', 'tradeChanged', 'unreadable'
  ));
