import { type Field, type Outgoing, type Protocol, protocols } from '@tradebook/fix'
import type { Addressed, DayState } from './market-day.ts'
import type { MemberOrder } from './member-order.ts'
import { type Execution, executionReport, ORDER_STATUS } from './reports.ts'
import type { MemberProfile, VenueProfile } from './venue-profile.ts'

/** Other, of any reason. */
export const OTHER = 99

/** What members and their drop copies are told, each in the version of its session, under the numbers of the day. */
export class MemberMessages {
  readonly #date: string
  readonly #members: ReadonlyMap<string, { readonly profile: MemberProfile; readonly protocol: Protocol }>
  readonly #dropCopies: ReadonlyMap<string, readonly string[]>
  #nextExec: number
  #messages: Addressed[] = []

  constructor({ members }: VenueProfile, { date, nextExec }: Pick<DayState, 'date' | 'nextExec'>) {
    this.#date = date.replaceAll('-', '')
    this.#nextExec = nextExec
    this.#members = new Map(
      members.map((one) => [one.compID, { profile: one, protocol: protocols[one.version] }]),
    )
    this.#dropCopies = new Map(
      members.map(({ compID }) => [
        compID,
        members.filter(({ dropCopyOf }) => dropCopyOf?.includes(compID)).map((one) => one.compID),
      ]),
    )
  }

  /** The number of the next report. */
  get nextExec(): number {
    return this.#nextExec
  }

  profileOf(member: string): MemberProfile {
    return this.#members.get(member)!.profile
  }

  execID(): string {
    return `${this.#date}-${this.reportID()}`
  }

  reportID(): string {
    return String(this.#nextExec++)
  }

  /** Reports an execution to the order's member and to its drop copies. @returns its ExecID. */
  tell(order: MemberOrder, execution: Omit<Execution, 'execID'>): string {
    const isStatus = execution.execType === ORDER_STATUS
    const execID = isStatus ? '0' : this.execID()
    const copies = isStatus ? [] : this.#dropCopies.get(order.member)!
    for (const member of [order.member, ...copies]) {
      const { protocol } = this.#members.get(member)!
      const fields = executionReport(order, { ...execution, execID }, protocol)
      const header: Field[] = member === order.member ? [] : [[115, order.member]]
      this.send(member, { type: '8', fields, header, keep: true })
    }
    return execID
  }

  /** Reasons that the member's version does not have are told as Other. */
  send(member: string, message: Outgoing): void {
    const [[, dictionary] = []] = this.#members.get(member)!.protocol.applications
    const fields = message.fields.map(([tag, value]): Field => {
      const isKnown = tag !== 103 || dictionary!.field(tag)!.values!.has(String(value))
      return [tag, isKnown ? value : OTHER]
    })
    this.#messages.push({ member, message: { ...message, fields } })
  }

  /** The messages since the last call. */
  take(): readonly Addressed[] {
    const messages = this.#messages
    this.#messages = []
    return messages
  }
}
