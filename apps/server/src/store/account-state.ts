import type { AccountState } from '@tradebook/contract'
import { sql } from 'kysely'

/** How a row of `trading_accounts` stands. A freeze stops more than a kill switch does: frozen comes before stopped. */
export const accountState = sql<AccountState>`(CASE
  WHEN EXISTS (SELECT FROM account_freezes
    WHERE account_freezes.tenant_id = trading_accounts.tenant_id
      AND account_freezes.account = trading_accounts.account AND lifted IS NULL) THEN 'frozen'
  WHEN EXISTS (SELECT FROM kill_switches
    WHERE kill_switches.tenant_id = trading_accounts.tenant_id AND scope = 'account'
      AND kill_switches.id = trading_accounts.account AND is_on) THEN 'stopped'
  ELSE 'active' END)`
