import { acceptance, orderCan, type Phase, type StockOrder } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { useMemo } from 'react'
import { liveMarket } from '../../../live/live-market.ts'
import { useMarketPhase } from '../../../live/use-live.ts'
import { useCan, useSession } from '../../../session.ts'
import { statusTexts } from './order-texts.ts'

/** What of the person and the market decides whether an order can be asked something. */
export interface RequestCircumstances {
  readonly mayTrade: boolean
  readonly phase: Phase | undefined
}

type Request = 'replace' | 'cancel'

const tradingPermissions = ['BUY', 'SELL'] as const

export const circumstancesNow = (): RequestCircumstances => {
  const { permissions } = useSession.getState()
  return {
    mayTrade: tradingPermissions.some((permission) => permissions.has(permission)),
    phase: liveMarket.store.day.get()?.phase,
  }
}

export function useRequestCircumstances(): RequestCircumstances {
  const mayTrade = [useCan('BUY'), useCan('SELL')].some(Boolean)
  const phase = useMarketPhase()
  return useMemo(() => ({ mayTrade, phase }), [mayTrade, phase])
}

/** Why no order can be asked this at present, by the person's role or the phase; `undefined` where orders can. */
export function whyNotNow(
  request: Request,
  { mayTrade, phase }: RequestCircumstances,
  t: TFunction,
): string | undefined {
  if (!mayTrade) return t('Trading.Orders.MayNot')
  if (phase === undefined || takesRequest[request](phase)) return undefined
  return t(notNowTexts[request], { phase: t(`Trading.Phase.${phase}`) })
}

/** Why an order cannot be asked this; `undefined` where it can. */
export function whyNot(
  request: Request,
  { ordStatus }: StockOrder,
  circumstances: RequestCircumstances,
  t: TFunction,
): string | undefined {
  if (circumstances.mayTrade && !orderCan(request, ordStatus)) {
    return t('Trading.Orders.Cannot', { status: t(statusTexts[ordStatus]).toLowerCase() })
  }
  return whyNotNow(request, circumstances, t)
}

const takesRequest = {
  replace: (phase: Phase) => acceptance[phase].mayReplace !== 'none',
  cancel: (phase: Phase) => acceptance[phase].mayCancel,
} as const

const notNowTexts = {
  replace: 'Trading.Orders.NoReplaceNow',
  cancel: 'Trading.Orders.NoCancelNow',
} as const
