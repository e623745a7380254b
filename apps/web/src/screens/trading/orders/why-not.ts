import {
  acceptance,
  isBulkOrder,
  isPart,
  orderCan,
  type Phase,
  type StockOrder,
  statusText,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { liveMarket } from '../../../live/live-market.ts'
import { useStatistic } from '../../../live/use-live.ts'
import { isHalted } from '../../../market/halted.ts'
import { useCan, useSession } from '../../../session.ts'
import { phaseOfSecurity, useSecurityPhase } from '../phase/use-security-phase.ts'

/** What of the person and the market decides whether an order can be asked something. */
export interface RequestConditions {
  readonly mayTrade: boolean
  /** The phase that the order meets, or the market's where several are asked. */
  readonly phase: Phase | undefined
  /** Trading of the order's security is halted. */
  readonly isHalted: boolean
}

type Request = 'replace' | 'cancel'

const tradingPermissions = ['BUY', 'SELL'] as const

export const conditionsNow = ({ securityID }: Pick<StockOrder, 'securityID'>): RequestConditions => {
  const { permissions } = useSession.getState()
  const row = liveMarket.store.statistics.latest(securityID)
  return {
    mayTrade: tradingPermissions.some((permission) => permissions.has(permission)),
    phase: phaseOfSecurity(liveMarket.store.day.get()?.phase, row),
    isHalted: row !== undefined && isHalted(row),
  }
}

/** @param securityID The security of the order; without it, what holds for all orders. */
export function useRequestConditions(securityID?: string): RequestConditions {
  const mayTrade = [useCan('BUY'), useCan('SELL')].some(Boolean)
  const phase = useSecurityPhase(securityID)
  const isSecurityHalted = useStatistic(securityID ?? '', (row) => row !== undefined && isHalted(row))
  return useMemo(() => ({ mayTrade, phase, isHalted: isSecurityHalted }), [mayTrade, phase, isSecurityHalted])
}

/** Why no order can be asked this at present, by the person's role, the phase or a halt; `undefined` where orders can. */
export function whyNotNow(
  request: Request,
  { mayTrade, phase, isHalted }: RequestConditions,
  t: TFunction,
): string | undefined {
  if (!mayTrade) return t('Trading.Orders.MayNot')
  if (isHalted && request === 'replace') return t('Trading.Orders.NoReplaceHalted')
  if (phase === undefined || takesRequest[request](phase)) return undefined
  return t(notNowTexts[request], { phase: t(`Trading.Phase.${phase}`) })
}

/** Why an order cannot be asked this; `undefined` where it can. */
export function whyNot(
  request: Request,
  order: StockOrder,
  conditions: RequestConditions,
  t: TFunction,
): string | undefined {
  if (isPart(order)) return t('Trading.Orders.PartOf', { id: order.bulkOrderID })
  if (request === 'replace' && isBulkOrder(order)) return t('Refusal.bulkOrderNotReplaced')
  if (conditions.mayTrade && !orderCan(request, order.ordStatus)) {
    return t('Trading.Orders.Cannot', { status: t(statusText(order)).toLowerCase() })
  }
  return whyNotNow(request, conditions, t)
}

const takesRequest = {
  replace: (phase: Phase) => acceptance[phase].mayReplace !== 'none',
  cancel: (phase: Phase) => acceptance[phase].mayCancel,
} as const

const notNowTexts = {
  replace: 'Trading.Orders.NoReplaceNow',
  cancel: 'Trading.Orders.NoCancelNow',
} as const
