import { firmSettings, mayRead } from '@tradebook/contract'
import { useSession } from '../session.ts'

/** Whether the person is shown what accounts have in cash: a firm may keep that from its brokers; everybody sees their own. */
export const useBalancesShown = (): boolean =>
  useSession(
    ({ settings, permissions }) =>
      settings[firmSettings.showAccountBalance.name]?.toLowerCase() === 'true' ||
      permissions.has('VIEW_ADMINSETTING') ||
      mayRead(permissions, 'VIEW_CUSTOMERS') ||
      !permissions.has('TRADE_ALL_ACCOUNTS'),
  )
