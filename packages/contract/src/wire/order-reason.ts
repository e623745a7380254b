import { ExecInst } from '../rules/fix.ts'
import { isStoredText, type StoredText } from '../rules/stored-text.ts'
import type { TextKey } from '../words/words.ts'
import { refusalInWords } from './refusal-words.ts'
import { isRefusalName, type Refusal, type RefusalValues } from './refusals.ts'

/**
 * Why an order was refused or ended, as everybody who may see it receives it: names and values, which
 * `reasonInWords` words in the language of the reader.
 */
export interface OrderReason {
  /** The key of the text of why it ended; null of an order that was refused when it was entered. */
  readonly ended: string | null
  /** The name of the refusal; null of an order that ended without one. */
  readonly refusal: string | null
  /** What the words mention. */
  readonly values: RefusalValues
}

/** What an order keeps of why it was refused or ended. */
export interface KeptReason {
  /** Why it ended, else its client's own text. */
  readonly text: string | null
  readonly refusal: Refusal | null
  readonly isRejected: boolean
  readonly execInst: ExecInst | null
  readonly securityID: string
  /** Who entered it. */
  readonly userName: string
}

/** Why an order was refused or ended, and the text that its client gave it: one does not take the other’s place. */
export function reasonOf(order: KeptReason): {
  readonly reason: OrderReason | null
  readonly clientText: string | null
} {
  const { text, refusal, isRejected, securityID, userName } = order
  const ended = isRejected ? null : endOf(order)
  if (ended === null && !(isRejected && refusal)) return { reason: null, clientText: text }
  const kept = refusal && refusalForAll(refusal, userName)
  return {
    reason: { ended, refusal: kept?.refusal ?? null, values: { securityID, ...kept?.values } },
    clientText: ended === null ? text : null,
  }
}

/** The key of why an order ended. Only to the venue is all or none a minimum. */
function endOf({ text, execInst }: KeptReason): StoredText | null {
  if (text === null || !isStoredText(text)) return null
  const isWhole = execInst === ExecInst.allOrNone && text === 'Trading.Venue.minQty'
  return isWhole ? 'Trading.Venue.fillOrKill' : text
}

/**
 * A refusal as others than its user read it, too: a limit or a kill switch of the user is that of a named user, and
 * why somebody switched a kill switch is for those whom it stops, not for everybody who sees their orders.
 *
 * @param userName who entered the order.
 */
export function refusalForAll(refusal: Refusal, userName: string): Refusal {
  const { values } = refusal
  const named = values.level === 'user' || values.scope === 'user' ? { userName, ...values } : values
  if (refusal.refusal !== 'killSwitchOn' || named.cause === 'rate') return { ...refusal, values: named }
  const { reason: _, ...others } = named
  return { ...refusal, values: others }
}

/** Why an order was refused or ended, in words. */
export function reasonInWords(
  { ended, refusal, values }: OrderReason,
  translate: (key: TextKey, values?: RefusalValues) => string,
): string {
  const words = isRefusalName(refusal) ? refusalInWords({ refusal, values }, translate) : undefined
  if (ended === null) return words ? refusalAsText(words) : ''
  return translate(ended as StoredText, { ...values, ...(words && { reason: words.details }) })
}

/** A refusal as one text: its title, and what exactly is wrong. */
export const refusalAsText = ({ message, details }: ReturnType<typeof refusalInWords>): string =>
  [message, details].filter(Boolean).join(': ')
