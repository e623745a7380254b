-- Rows that orders write, as the desk sends them: one array of rows for a table. PostgreSQL takes an array apart for
-- each column otherwise, and makes a table of each before it joins them again.
CREATE TYPE written_orders AS (
  tenant_id int, order_id bigint, account text, user_id int, user_name text, cl_ord_id text, orig_cl_ord_id text,
  security_id text, side text, ord_type text, price int, stop_px int, order_qty int, time_in_force text,
  expire_date date, exec_inst text, display_qty int, min_qty int, shown_qty int, text text, ord_status text,
  cum_qty int, leaves_qty int, filled_value bigint, last_px int, last_qty int, hold_amount bigint,
  md_entry_id text, ord_rej_reason int, refusal jsonb, trade_date date, priority bigint, creation_time timestamptz,
  transact_time timestamptz, version int, market_date date
);
CREATE TYPE written_order_requests AS (
  tenant_id int, account text, trade_date date, cl_ord_id text, order_id bigint, fingerprint text,
  counted_user int, counted_at timestamptz
);
CREATE TYPE written_executions AS (
  tenant_id int, sequence bigint, order_id bigint, cl_ord_id text, exec_type text, ord_status text, last_px int,
  last_qty int, trade_number bigint, cum_qty int, leaves_qty int, filled_value bigint, text text,
  transact_time timestamptz
);
CREATE TYPE written_ledger_entries AS (
  tenant_id int, sequence bigint, line int, kind text, account text, security_id text, entry_date date,
  value_date date, side text, quantity bigint, price bigint, note_number int, reference text, narration text,
  balance bigint, holding bigint, cost bigint, postings jsonb
);
CREATE TYPE written_cash_balances AS (
  tenant_id int, account text, balance bigint, held bigint, unsettled_buys bigint, unsettled_sells bigint,
  available bigint
);
CREATE TYPE written_positions AS (
  tenant_id int, account text, security_id text, settled bigint, unsettled_in bigint, unsettled_out bigint,
  held bigint, available bigint, cost bigint
);
CREATE TYPE written_contract_notes AS (
  tenant_id int, number int, account text, side text, security_id text, trade_date date, settlement_date date,
  quantity bigint, consideration bigint, trades int, lines json, net_amount bigint, realised_gain bigint,
  provisional boolean, settled boolean
);
CREATE TYPE written_audit_log AS (
  tenant_id int, user_id int, user_name text, service_name text, method_name text, parameters text,
  execution_time timestamptz, execution_duration int, client_ip_address text, browser_info text, exception text
);
CREATE TYPE written_market_trades AS (
  trade_number bigint, security_id text, price int, quantity int, tick_direction text, trade_condition text,
  rpt_seq int, trade_time timestamptz, market_date date
);
CREATE TYPE written_daily_statistics AS (
  security_id text, market_date date, reference_px int, open_px int, high_px int, low_px int, last_px int,
  last_qty int, published_px int, volume bigint, value bigint, trades int
);
