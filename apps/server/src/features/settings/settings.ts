import { type CallOutput, type FirmSetting, firmSettings } from '@tradebook/contract'
import type { Handlers } from '../../http/handlers.ts'
import { settingsInForce } from '../../platform/settings.ts'
import type { Store } from '../../store/store.ts'

/** What a firm sets for itself, and the host for firms that set nothing. */
export const settingsFeature = ({ store }: { readonly store: Store }): Handlers<`Settings/${string}`> => ({
  'Settings/GetAll': async (_, { caller }): Promise<CallOutput<'Settings/GetAll'>> => {
    const { cashApprovalThreshold } = await settingsInForce(store, caller.tenantId, null)
    return { cashApprovalThreshold: Number(cashApprovalThreshold) }
  },

  'Settings/Update': (asked, { caller, write }) =>
    write(async (tx) => {
      for (const [setting, value] of Object.entries(asked)) {
        if (value === undefined) continue
        await tx
          .insertInto('settings')
          .values({
            tenant_id: caller.tenantId,
            user_id: null,
            name: firmSettings[setting as FirmSetting].name,
            value: String(value),
          })
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'user_id', 'name']).doUpdateSet({ value: String(value) }),
          )
          .execute()
      }
      return {}
    }),
})
