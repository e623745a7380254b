import {
  type DeskSettings,
  keepingApprovalRules,
  keepingThreshold,
  type SettingChanges,
  type SettingTexts,
  settingsFrom,
  withSettings,
} from '@tradebook/contract'
import { HOST } from '../../store/host.ts'

/** What firms and the host have set, by their tenant: texts by the names of the settings. */
export type SetTexts = ReadonlyMap<number, SettingTexts>

/** The settings by which the desk decides. */
export class Settings {
  readonly #set: Map<number, SettingTexts>
  /** What is in force, by firm; empty after a change. */
  readonly #inForce = new Map<number, DeskSettings>()

  constructor(set: SetTexts = new Map()) {
    this.#set = new Map(set)
  }

  /** What is in force in a firm: its own value, else the host's, else the default. */
  of(tenantId: number): DeskSettings {
    const known = this.#inForce.get(tenantId)
    if (known) return known
    const settings = settingsFrom({ ...this.#set.get(HOST), ...this.#set.get(tenantId) })
    this.#inForce.set(tenantId, settings)
    return settings
  }

  /**
   * Changes to be made on a market day, with what keeps its approval threshold where they raise it, and the rules of approvals
   * where they weaken them. What the host sets before there is a firm was in force nowhere: nothing is to be kept.
   */
  keepingRules(
    tenantId: number,
    texts: SettingChanges,
    { marketDate, hasFirms }: { readonly marketDate: string; readonly hasFirms: boolean },
  ): SettingChanges {
    if (tenantId === HOST && !hasFirms) return texts
    const ofHost = tenantId === HOST ? {} : this.#set.get(HOST)
    const own = this.#set.get(tenantId) ?? {}
    const kept = keepingThreshold(own, ofHost ?? {}, texts, marketDate)
    return keepingApprovalRules(own, ofHost ?? {}, kept, marketDate)
  }

  /** What a firm, or the host, has set of these; `null` where it has not. */
  setOf(tenantId: number, names: readonly string[]): SettingChanges {
    const set = this.#set.get(tenantId)
    return Object.fromEntries(names.map((name) => [name, set?.[name] ?? null]))
  }

  change(tenantId: number, texts: SettingChanges): void {
    this.#set.set(tenantId, withSettings(this.#set.get(tenantId) ?? {}, texts))
    this.#inForce.clear()
  }
}
