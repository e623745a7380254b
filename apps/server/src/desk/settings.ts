import { type DeskSettings, settingsFrom } from '@tradebook/contract'

/** The host, whose settings are those of firms that set nothing. */
const HOST = 0

/** What firms and the host have set, by their tenant: texts by the names of the settings. */
export type SetTexts = ReadonlyMap<number, Readonly<Record<string, string>>>

/** The settings by which the desk decides. */
export class Settings {
  readonly #set: Map<number, Readonly<Record<string, string>>>
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

  change(tenantId: number, texts: Readonly<Record<string, string>>): void {
    this.#set.set(tenantId, { ...this.#set.get(tenantId), ...texts })
    this.#inForce.clear()
  }
}
