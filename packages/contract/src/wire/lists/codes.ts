import { ExecInst, ExecType, OrdStatus, OrdType, Side, TimeInForce } from '../../rules/fix.ts'
import type { TextKey } from '../../words/words.ts'
import type { OrderReason } from '../order-reason.ts'

/** FIX codes with their words, as columns of kind `code` show and filter them. */

type Codes<Code extends string> = Readonly<Record<Code, TextKey>>

export const sides: Codes<Side> = { [Side.buy]: 'List.Side.1', [Side.sell]: 'List.Side.2' }

export const ordTypes: Codes<OrdType> = {
  [OrdType.market]: 'Trading.OrdType.1',
  [OrdType.limit]: 'Trading.OrdType.2',
  [OrdType.stop]: 'Trading.OrdType.3',
  [OrdType.stopLimit]: 'Trading.OrdType.4',
}

export const timesInForce: Codes<TimeInForce> = {
  [TimeInForce.day]: 'Trading.TimeInForce.0',
  [TimeInForce.goodTillCancel]: 'Trading.TimeInForce.1',
  [TimeInForce.goodTillOpen]: 'Trading.TimeInForce.2',
  [TimeInForce.immediateOrCancel]: 'Trading.TimeInForce.3',
  [TimeInForce.fillOrKill]: 'Trading.TimeInForce.4',
  [TimeInForce.goodTillDate]: 'Trading.TimeInForce.6',
  [TimeInForce.goodTillClose]: 'Trading.TimeInForce.7',
}

export const execInsts: Codes<ExecInst> = {
  [ExecInst.allOrNone]: 'Trading.ExecInst.G',
  [ExecInst.imbalanceOnly]: 'Trading.ExecInst.i',
}

export const ordStatuses: Codes<OrdStatus> = {
  [OrdStatus.new]: 'Trading.Status.new',
  [OrdStatus.partiallyFilled]: 'Trading.Status.partiallyFilled',
  [OrdStatus.filled]: 'Trading.Status.filled',
  [OrdStatus.canceled]: 'Trading.Status.canceled',
  [OrdStatus.pendingCancel]: 'Trading.Status.pendingCancel',
  [OrdStatus.rejected]: 'Trading.Status.rejected',
  [OrdStatus.pendingNew]: 'Trading.Status.pendingNew',
  [OrdStatus.expired]: 'Trading.Status.expired',
  [OrdStatus.pendingReplace]: 'Trading.Status.pendingReplace',
}

/** The text of how an order stands. What halts it, or lets it wait for an allocation, says more than its status. */
export const statusText = (order: {
  readonly ordStatus: OrdStatus
  readonly isHalted: boolean
  readonly reason?: Pick<OrderReason, 'ended'> | null
}): TextKey => {
  if (order.reason?.ended === 'Trading.Order.AwaitsAllocation') return 'Trading.Status.awaitsAllocation'
  return order.isHalted ? 'Trading.Status.halted' : ordStatuses[order.ordStatus]
}

export const execTypes: Codes<ExecType> = {
  [ExecType.new]: 'Trading.Exec.new',
  [ExecType.canceled]: 'Trading.Exec.canceled',
  [ExecType.replaced]: 'Trading.Exec.replaced',
  [ExecType.rejected]: 'Trading.Exec.rejected',
  [ExecType.restated]: 'Trading.Exec.restated',
  [ExecType.expired]: 'Trading.Exec.expired',
  [ExecType.trade]: 'Trading.Exec.trade',
  [ExecType.tradeCorrected]: 'Trading.Exec.tradeCorrected',
  [ExecType.tradeCanceled]: 'Trading.Exec.tradeCanceled',
  [ExecType.triggered]: 'Trading.Exec.triggered',
}
