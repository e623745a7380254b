import { isLive, type MemberOrder } from './member-order.ts'

/** The orders of all members on a market day, by their ids, and the participants whose orders they are. */
export class MemberOrders {
  readonly #byID = new Map<string, MemberOrder>()
  /** Order by member and ClOrdID, of all that were ever used in the day. */
  readonly #byClOrdID = new Map<string, string>()
  readonly #participants: Map<string, number>

  /** @param participants those of earlier days. */
  constructor(
    orders: readonly MemberOrder[],
    participants: readonly (readonly [owner: string, participant: number])[],
  ) {
    this.#participants = new Map(participants)
    for (const order of orders) this.add(order)
  }

  get all(): Iterable<MemberOrder> {
    return this.#byID.values()
  }

  get participants(): readonly (readonly [owner: string, participant: number])[] {
    return [...this.#participants]
  }

  /** How many are in the market. */
  get open(): number {
    let count = 0
    for (const order of this.all) if (isLive(order)) count++
    return count
  }

  add(order: MemberOrder): void {
    this.#byID.set(order.orderID, order)
    this.name(order, order.clOrdID)
  }

  /** An order is found by a further ClOrdID: that of a request about it. */
  name({ member, orderID }: MemberOrder, clOrdID: string): void {
    this.#byClOrdID.set(keyOf(member, clOrdID), orderID)
  }

  get(orderID: string): MemberOrder | undefined {
    return this.#byID.get(orderID)
  }

  find(member: string, clOrdID: string): MemberOrder | undefined {
    return this.get(this.#byClOrdID.get(keyOf(member, clOrdID)) ?? '')
  }

  of(member: string): MemberOrder[] {
    return [...this.all].filter((order) => order.member === member)
  }

  live(member: string): MemberOrder[] {
    return this.of(member).filter(isLive)
  }

  /** Orders of one account do not trade with each other; those without an account may. */
  participantOf(member: string, account: string | null): number {
    if (account === null) return 0
    const owner = keyOf(member, account)
    const known = this.#participants.get(owner)
    if (known !== undefined) return known
    const participant = this.#participants.size + 1
    this.#participants.set(owner, participant)
    return participant
  }
}

/** No value of a message has a delimiter. */
const keyOf = (member: string, id: string): string => `${member}\x01${id}`
