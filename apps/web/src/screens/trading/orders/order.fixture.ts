import type { StockOrder } from '@tradebook/contract'

/** An order to buy 800 GTCO at 58.40 naira, open. */
export const order = (id: string, more: Partial<StockOrder> = {}) =>
  ({
    id,
    orderID: id,
    clOrdID: id,
    securityID: 'GTCO',
    side: '1',
    ordType: '2',
    execInst: null,
    instructionID: null,
    bulkOrderID: null,
    timeInForce: '0',
    price: 58.4,
    orderQty: 800,
    cumQty: 0,
    leavesQty: 800,
    avgPx: 0,
    ordStatus: '0',
    customerName: 'Ada',
    account: '1001',
    text: null,
    reason: null,
    clientText: null,
    ordRejReason: null,
    version: 1,
    creationTime: `2026-11-20T10:00:0${id}Z`,
    ...more,
  }) as StockOrder
