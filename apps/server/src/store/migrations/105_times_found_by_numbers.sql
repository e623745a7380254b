-- Orders and executions are numbered in the order of their time, so a bisection by their keys finds a time without
-- an index of it, which was written with every order, execution and change of an order's state.
DROP INDEX orders_by_time;
DROP INDEX executions_by_time;

CREATE FUNCTION number_from(table_name regclass, number_name text, time_name text, bound timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  low bigint;
  high bigint;
  middle bigint;
  found_number bigint;
  found_time timestamptz;
BEGIN
  EXECUTE format('SELECT min(%1$I), max(%1$I) + 1 FROM %2$s', number_name, table_name) INTO low, high;
  WHILE low < high LOOP
    middle := low + (high - low) / 2;
    EXECUTE format('SELECT %1$I, %2$I FROM %3$s WHERE %1$I >= $1 ORDER BY %1$I LIMIT 1', number_name, time_name, table_name)
      INTO found_number, found_time USING middle;
    IF found_time >= bound THEN
      high := middle;
    ELSE
      low := found_number + 1;
    END IF;
  END LOOP;
  RETURN low;
END $$;
COMMENT ON FUNCTION number_from IS 'The number from which the firm''s rows of a table, numbered in the order of a time, have this time or a later one; behind the last where none has; null without rows.';
REVOKE EXECUTE ON FUNCTION number_from FROM PUBLIC;
GRANT EXECUTE ON FUNCTION number_from TO tradebook_tenant;
