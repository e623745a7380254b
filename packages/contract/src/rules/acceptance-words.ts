import { fillIn, type TextKey } from '../words/words.ts'
import { acceptance, type Phase } from './acceptance.ts'
import type { ExecInst, OrdType, TimeInForce } from './fix.ts'

/** Gives the text of a key in the reader's language. */
type Translate = (key: TextKey) => string

/** What a phase takes, in words, from the same table that decides it. */
export function takenInWords(phase: Phase, t: Translate): string {
  const { newOrders, mayReplace, mayCancel } = acceptance[phase]
  const orders = newOrders.flatMap(({ ordType, timeInForce, execInst }) =>
    execInst.map((instruction) => ordersInWords({ ordType, timeInForce, instruction }, t)),
  )
  return [
    ...orders,
    ...(mayReplace === 'none' ? [] : [t(`Trading.Taken.Replace.${mayReplace}`)]),
    ...(mayCancel ? [t('Trading.Taken.Cancel')] : []),
  ].join('; ')
}

interface Orders {
  readonly ordType: OrdType
  readonly timeInForce: readonly TimeInForce[]
  readonly instruction: ExecInst | null
}

function ordersInWords({ ordType, timeInForce, instruction }: Orders, t: Translate): string {
  const values = {
    kind: t(`Trading.OrdType.${ordType}`),
    durations: timeInForce.map((duration) => t(`Trading.TimeInForce.${duration}`)).join(', '),
  }
  return instruction === null
    ? fillIn(t('Trading.Taken.Orders'), values)
    : fillIn(t('Trading.Taken.OrdersWith'), {
        ...values,
        instruction: t(`Trading.ExecInst.${instruction}`),
      })
}
