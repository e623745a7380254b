import { acceptance, type Phase } from '@tradebook/contract'
import type { Fields } from '@tradebook/fix'
import { koboOf, priceText, whole } from '../../../server/src/gateway/decimals.ts'
import type { Listing } from '../../../server/src/venue/listing.ts'
import type { MemberOrder } from './member-order.ts'
import type { Capabilities } from './venue-profile.ts'

interface AskedReplace {
  readonly message: Fields
  readonly listing: Listing
  readonly phase: Phase
  readonly capabilities: Capabilities
}

/** Why an order is not replaced as a member asks; `undefined` where it is. */
export function replaceProblem(
  order: MemberOrder,
  { message, listing, phase, capabilities: { longestClOrdID, mostQty } }: AskedReplace,
): string | undefined {
  const total = whole(message.get(38))
  const price = message.get(44) === undefined ? null : koboOf(message.get(44)!)
  const { mayReplace } = acceptance[phase]
  const same: readonly (readonly [tag: number, name: string, value: string | null])[] = [
    [55, 'Symbol(55)', order.securityID],
    [54, 'Side(54)', order.side],
    [40, 'OrdType(40)', order.ordType],
    [59, 'TimeInForce(59)', order.timeInForce],
    [1, 'Account(1)', order.account],
    [18, 'ExecInst(18)', order.execInst],
  ]
  const other = same.find(([tag, , value]) => message.get(tag) !== undefined && message.get(tag) !== value)
  if (other) return `${other[1]} cannot be changed.`
  if (message.get(11)!.length > longestClOrdID)
    return `ClOrdID(11) has more than ${longestClOrdID} characters.`
  if (total === undefined || total < 1 || total > mostQty) return `OrderQty(38) is from 1 to ${mostQty}.`
  if ((price === null) !== (order.price === null)) return 'Price(44) is for limit orders, which need one.'
  if (price === undefined) return 'Price(44) is a whole number of kobo.'
  if (price !== null) {
    const { tickKobo, lowLimitPx, highLimitPx } = listing
    if (price % tickKobo !== 0) return `Price(44) is a multiple of ${priceText(tickKobo)}.`
    if (price < lowLimitPx || price > highLimitPx)
      return `Price(44) is from ${priceText(lowLimitPx)} to ${priceText(highLimitPx)} today.`
  }
  if (phase === 'halted') return 'The security is halted.'
  if (mayReplace !== 'any') return 'The market does not accept replaces now.'
  return undefined
}
