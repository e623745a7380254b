import { type FirmSetting, firmSettings, settingChanges, toNaira } from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf, refusalIn } from '../../desk/inputs.ts'
import type { Handlers } from '../../http/handlers.ts'
import type { Sessions } from '../../platform/sessions.ts'
import { approvalAbove, ownSettings, settingsInForce } from '../../platform/settings.ts'
import type { Tenants } from '../../platform/tenants.ts'
import { HOST } from '../../store/host.ts'
import type { Store } from '../../store/store.ts'
import { type ChecklistParts, checklistHandlers } from './checklist.ts'
import { type IdentityProviderParts, identityProviderHandlers } from './identity-provider.ts'
import { type LogoParts, logoHandlers } from './logo.ts'

export interface SettingsDependencies
  extends LogoParts,
    Omit<ChecklistParts, 'marketDate'>,
    Omit<IdentityProviderParts, 'sessions'> {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit' | 'status'>
  readonly tenants: Pick<Tenants, 'changed'>
  readonly sessions: Pick<Sessions, 'invalidate'>
}

/**
 * What a firm sets for itself, and the host for firms that set nothing. The desk decides by some of it, so
 * the desk writes the rows and their audit row.
 */
export const settingsFeature = ({
  store,
  desk,
  tenants,
  sessions,
  ...parts
}: SettingsDependencies): Handlers<`Settings/${string}`> => ({
  ...logoHandlers(store, parts),
  ...identityProviderHandlers({ ...parts, store, sessions }),
  ...checklistHandlers(store, { ...parts, marketDate: () => desk.status.marketDate }),
  'Settings/GetAll': async (_, { caller: { tenantId } }) => {
    const own = await ownSettings(store, tenantId)
    const { languages, ...settings } = await settingsInForce(store, tenantId, null)
    return {
      ...settings,
      languages: [...languages],
      approvalThresholdToday: toNaira(await approvalAbove(store, tenantId, desk.status.marketDate)),
      own: names.filter((setting) => firmSettings[setting].name in own),
    }
  },

  'Settings/Update': async (asked, context) => {
    const { tenantId } = context.caller
    const texts = settingChanges(asked)
    if (Object.keys(texts).length === 0) return {}
    const answer = await desk.submit({ kind: 'changeSettings', origin: originOf(context), texts })
    const refusal = refusalIn(answer)
    if (refusal) return refusal
    tenants.changed()
    // What is due follows from a setting; the host's count in every firm that has none of its own.
    if (asked.secondFactor !== undefined) sessions.invalidate(tenantId === HOST ? undefined : tenantId)
    return {}
  },
})

const names = Object.keys(firmSettings) as FirmSetting[]
