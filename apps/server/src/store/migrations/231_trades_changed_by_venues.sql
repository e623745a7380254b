-- Trades that a venue on a line cancels or corrects, or that are at a worse price than the order's.

ALTER TABLE flagged_reports DROP CONSTRAINT flagged_reports_flag_check,
  ADD CHECK (flag IN (
    'unknownOrder', 'unexpected', 'lateFill', 'overfill', 'worsePrice', 'notEnded', 'tradeChanged'
  ));

-- The only order whose side changes, where a venue has reported that; NULL: every client's side.
ALTER TABLE trade_corrections ADD order_id bigint;
