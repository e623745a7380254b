import { acceptance, type Phase } from './acceptance.ts'
import type { ExecInst, OrdType, TimeInForce } from './fix.ts'
import { fillIn, type TextKey } from './words/words.ts'

/** Gives the text of a key in the reader's language. */
type Say = (key: TextKey) => string

/** What a phase takes, in words, from the same table that decides it. */
export function takenInWords(phase: Phase, say: Say): string {
  const { newOrders, mayReplace, mayCancel } = acceptance[phase]
  const orders = newOrders.flatMap(({ ordType, timeInForce, execInst }) =>
    execInst.map((instruction) => ordersInWords({ ordType, timeInForce, instruction }, say)),
  )
  return [
    ...orders,
    ...(mayReplace === 'none' ? [] : [say(`Trading.Taken.Replace.${mayReplace}`)]),
    ...(mayCancel ? [say('Trading.Taken.Cancel')] : []),
  ].join('; ')
}

interface Orders {
  readonly ordType: OrdType
  readonly timeInForce: readonly TimeInForce[]
  readonly instruction: ExecInst | null
}

function ordersInWords({ ordType, timeInForce, instruction }: Orders, say: Say): string {
  const values = {
    kind: say(`Trading.OrdType.${ordType}`),
    durations: timeInForce.map((duration) => say(`Trading.TimeInForce.${duration}`)).join(', '),
  }
  return instruction === null
    ? fillIn(say('Trading.Taken.Orders'), values)
    : fillIn(say('Trading.Taken.OrdersWith'), {
        ...values,
        instruction: say(`Trading.ExecInst.${instruction}`),
      })
}
