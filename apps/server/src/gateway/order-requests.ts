import { OrdType, TimeInForce } from '@tradebook/contract'
import { type Field, type Outgoing, timestampOf } from '@tradebook/fix'
import type { OrderThere } from '@tradebook/orders'
import type { NumberedCommand } from '../venue/commands.ts'
import { NOBODY, type VenueOrder } from '../venue/order-messages.ts'
import { priceText } from './decimals.ts'
import type { KeptOrder } from './kept-order.ts'
import type { GatewayProfile } from './profile.ts'

/** What a venue's message is made of besides its command. */
export interface Request {
  /** ClOrdID (11) of this request. */
  readonly clOrdID: string
  readonly order: KeptOrder
  readonly parties: GatewayProfile['parties']
  readonly now: number
}

const optional = (tag: number, value: string | number | null | undefined): Field[] =>
  value === null || value === undefined ? [] : [[tag, value]]

const dateText = (date: string | null) => date?.replaceAll('-', '')

/** How long an order lasts there, of one that does not say it: the desk ends what lasts. */
const atEntry = {
  rest: TimeInForce.day,
  immediate: TimeInForce.immediateOrCancel,
  fillOrKill: TimeInForce.fillOrKill,
} as const satisfies Record<VenueOrder['duration'], TimeInForce>

/** What the gateway keeps of an order that is about to be sent under a ClOrdID (11). */
export function keptOrder(order: VenueOrder, clOrdID: string): KeptOrder {
  const { orderID, securityID, side, price, participant, lasting, duration } = order
  return {
    ...{ orderID, securityID, side, clOrdID },
    ordType: price === null ? OrdType.market : OrdType.limit,
    timeInForce: lasting?.timeInForce ?? atEntry[duration],
    expireDate: lasting?.expireDate ?? null,
    account: participant === NOBODY ? null : String(participant),
    ...{ venueOrderID: null, isAccepted: false, hasEnded: false, requests: {} },
  }
}

/** The message of a command. None is repeated by the session: of what was lost the exchange is asked. */
export function requestOf({ command, becomes }: NumberedCommand, request: Request): Outgoing {
  const { order, parties, now, clOrdID } = request
  const { securityID, side, account } = order
  const common: Field[] = [
    [11, clOrdID],
    ...(command.kind === 'new' ? [] : ([[41, order.clOrdID]] as const)),
    ...(command.kind === 'new' ? [] : optional(37, order.venueOrderID)),
    ...partyFields(parties),
    ...optional(1, account),
    [55, securityID],
    [54, side],
    [60, timestampOf(now)],
  ]
  switch (command.kind) {
    case 'new': {
      const { price, quantity, displayQty, minQty, imbalanceOnly } = command.order
      return message('D', [
        ...common,
        [38, quantity],
        [40, order.ordType],
        ...optional(44, price === null ? null : priceText(price)),
        ...lastingFields(order),
        ...optional(18, imbalanceOnly ? 'i' : null),
        ...optional(110, minQty),
        ...optional(1138, displayQty),
      ])
    }
    case 'replace': {
      const { price, leaves, lasting } = command.replace
      return message('G', [
        ...common,
        [38, leaves + (becomes?.cumQty ?? 0)],
        [40, price === null ? OrdType.market : OrdType.limit],
        ...optional(44, price === null ? null : priceText(price)),
        ...lastingFields(lasting ?? order),
      ])
    }
    case 'cancel':
      return message('F', common)
  }
}

/** The cancel of an order that only the exchange has, in the words in which it has said what the order is. */
export const cancelOfUnclaimed = (
  there: OrderThere,
  { clOrdID, parties, now }: Omit<Request, 'order'>,
): Outgoing =>
  message('F', [
    [11, clOrdID],
    ...optional(41, there.clOrdID),
    ...optional(37, there.venueOrderID),
    ...partyFields(parties),
    [55, there.securityID],
    [54, there.side],
    [60, timestampOf(now)],
  ])

/** Asks for the state of an order, by the ClOrdID (11) of any request about it. */
export const statusRequest = (id: string, clOrdID: string, order: KeptOrder): Outgoing =>
  message('H', [
    ...optional(37, order.venueOrderID),
    [11, clOrdID],
    [55, order.securityID],
    [54, order.side],
    [790, id],
  ])

/** Asks for all open orders. */
export const massStatusRequest = (id: string): Outgoing =>
  message('AF', [
    [584, id],
    [585, 7],
  ])

const message = (type: string, fields: readonly Field[]): Outgoing => ({ type, fields, repeat: false })

const lastingFields = ({
  timeInForce,
  expireDate,
}: Pick<KeptOrder, 'timeInForce' | 'expireDate'>): Field[] => [
  [59, timeInForce],
  ...optional(432, dateText(expireDate)),
]

const partyFields = (parties: GatewayProfile['parties']): Field[] =>
  parties.length === 0
    ? []
    : [
        [453, parties.length],
        ...parties.flatMap(({ id, source, role }): Field[] => [
          [448, id],
          [447, source],
          [452, role],
        ]),
      ]
