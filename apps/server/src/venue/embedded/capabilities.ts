import { ExecInst, INT32_LIMIT, OrdType, TimeInForce, type VenueCapabilities } from '@tradebook/contract'

/** What the embedded exchange can do. */
export const embeddedCapabilities: VenueCapabilities = {
  ordTypes: [OrdType.market, OrdType.limit],
  timeInForce: Object.values(TimeInForce),
  execInst: Object.values(ExecInst),
  crosses: true,
  icebergs: true,
  minQty: true,
  withdraws: true,
  replacesToFilled: false,
  replaceKeepsOrderID: true,
  massCancel: false,
  cancelsOnDisconnect: false,
  priceStepKobo: 1,
  mostQty: INT32_LIMIT - 1,
  longestClOrdID: 64,
}
