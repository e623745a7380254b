import { type FirmSetting, settingTexts } from '@tradebook/contract'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import type { Handlers } from '../../http/handlers.ts'
import { settingsInForce } from '../../platform/settings.ts'
import type { Store } from '../../store/store.ts'

export interface SettingsDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
}

/**
 * What a firm sets for itself, and the host for firms that set nothing. The desk decides by some of it, so
 * the desk writes the rows and their audit row.
 */
export const settingsFeature = ({ store, desk }: SettingsDependencies): Handlers<`Settings/${string}`> => ({
  'Settings/GetAll': (_, { caller }) => settingsInForce(store, caller.tenantId, null),

  'Settings/Update': async (asked, context) => {
    // What is in force already is not set: a firm goes on with what the host changes.
    const before = await settingsInForce(store, context.caller.tenantId, null)
    const isChanged = ([setting, value]: [string, unknown]) =>
      value !== undefined && value !== before[setting as FirmSetting]
    const texts = settingTexts(Object.fromEntries(Object.entries(asked).filter(isChanged)))
    if (Object.keys(texts).length === 0) return {}
    const answer = await desk.submit({ kind: 'changeSettings', origin: originOf(context), texts })
    if (answer.kind === 'refused') return answer.refusal
    if (answer.kind !== 'done') throw new Error(`the desk answered ${answer.kind}`)
    return {}
  },
})
