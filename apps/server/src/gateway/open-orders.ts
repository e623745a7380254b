import { OrdStatus } from '@tradebook/contract'
import type { Fields } from '@tradebook/fix'
import type { OrderThere } from '@tradebook/orders'
import { withoutNamesakes } from './order-there.ts'

/** The question which orders are open at the exchange, and as much of its answer as has arrived. */
export class OpenOrders {
  /** MassStatusReqID (584), and MsgSeqNum (34) of the request. */
  readonly id: string
  readonly number: number
  readonly #orders: OrderThere[] = []
  #rows = 0

  constructor(id: string, number: number) {
    this.id = id
    this.number = number
  }

  /**
   * Takes an ExecutionReport (8) of the answer.
   *
   * @returns all orders once the answer is complete: with LastRptRequested (912), or where the exchange does not say that,
   * with as many rows as TotNumReports (911).
   */
  take(row: Fields, read: (row: Fields) => OrderThere): readonly OrderThere[] | undefined {
    const [isLast, total] = [row.get(912), row.number(911)]
    if (row.get(37) !== 'NONE' && row.get(39) !== OrdStatus.rejected && total !== 0)
      this.#orders.push(read(row))
    this.#rows += 1
    const isAll = isLast === undefined ? this.#rows >= (total ?? Number.POSITIVE_INFINITY) : isLast === 'Y'
    return isAll || isNone(row) ? withoutNamesakes(this.#orders) : undefined
  }

  /** Whether a message is a rejection of the request, so that no answer comes: Reject (3), BusinessMessageReject (j) or a status. */
  isRejectedBy(message: Fields): boolean {
    if (message.get(584) === this.id)
      return message.get(39) === OrdStatus.rejected && message.get(912) !== 'Y' && !isNone(message)
    return message.number(45) === this.number || message.get(379) === this.id
  }
}

/** OrdRejReason (103): no order is open. */
const UNKNOWN_ORDER = '5'
const isNone = (row: Fields): boolean => row.get(39) === OrdStatus.rejected && row.get(103) === UNKNOWN_ORDER
