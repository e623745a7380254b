-- Some refusals have other numbers (decision 105). Records keep them by name; the answers of requests with an
-- Idempotency-Key alone are kept as they were sent, for a day. They go on meaning what they meant.
-- The owner of the tables is under row security, too, but for these statements.
ALTER TABLE idempotency_keys NO FORCE ROW LEVEL SECURITY;
UPDATE idempotency_keys
SET answer = regexp_replace(answer, '("error":\{"code":)\d+', '\1' || moved.now)
FROM (VALUES
  (2013, 2024), (2014, 2025), (2015, 2026), (2016, 2027), (2017, 2028), (2018, 2029), -- of orders
  (2020, 2014), (2021, 2015), (2022, 2013), (2023, 2030), -- of crosses
  (2024, 2016), (2025, 2017), (2026, 2018), (2027, 2019), (2028, 2020), (2029, 2021), (2030, 2022), -- by limits
  (2031, 2023), -- by a kill switch
  (4006, 4023), (4007, 4020), (4020, 4007), (4023, 4006)
) AS moved (before, now)
WHERE answer LIKE '{"result":null,"targetUrl":null,"success":false,"error":{"code":' || moved.before || ',%';
ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
