import { folded, Side } from '@tradebook/contract'

/**
 * What a typed command can mean:
 *
 * | typed                                             | offered                                                  |
 * |---------------------------------------------------|----------------------------------------------------------|
 * | `gtco`                                            | the security on the trading screen                       |
 * | `b gtco`, `buy gtco 5k`, `s gtco 25% 61.10`       | the ticket, filled in: side, security, quantity, price   |
 * | `b gtco 5k 61.10 for okafor`                      | the same, for a customer's account                       |
 * | `cross gtco`                                      | the cross of two accounts                                |
 * | `halt gtco`                                       | market control, for the security                         |
 * | `statement`, `go statement okafor`, `st okafor`   | the screen, and of whom                                  |
 *
 * Nothing is sent by a command: an order is reviewed and sent in its ticket.
 */
export type Offer =
  | { readonly kind: 'security'; readonly securityID: string }
  | {
      readonly kind: 'order'
      readonly side: Side
      readonly securityID: string
      /** As they were typed; empty: left to the ticket. */
      readonly quantityText: string
      readonly priceText: string
      readonly customer?: FoundCustomer
    }
  | { readonly kind: 'cross' | 'halt'; readonly securityID: string }
  | { readonly kind: 'screen'; readonly screen: OfferedScreen; readonly customer?: FoundCustomer }

export interface FoundCustomer {
  readonly id: number
  readonly accountNumber: string
  readonly customerName: string
}

export interface OfferedScreen {
  readonly path: string
  /** In the reader's language. */
  readonly title: string
  /** Whether it is of one customer: by account, or by the customer's number. */
  readonly of?: 'account' | 'customer'
}

export interface OfferedSecurity {
  readonly securityID: string
  readonly name: string
}

/** What there is, as far as the person may use it. */
export interface PaletteContext {
  readonly screens: readonly OfferedScreen[]
  readonly securities: readonly OfferedSecurity[]
  /** Those that were found by `customerAskedFor`. */
  readonly customers: readonly FoundCustomer[]
  readonly may: Readonly<Record<'buy' | 'sell' | 'cross' | 'halt', boolean>>
}

/** Offers of one kind; the list is short enough to be read at a glance. */
const MOST_OF_A_KIND = 5

/** What begins a command, and what it stands for. */
const verbs: Readonly<Record<string, 'buy' | 'sell' | 'cross' | 'halt'>> = {
  b: 'buy',
  buy: 'buy',
  s: 'sell',
  sell: 'sell',
  x: 'cross',
  cross: 'cross',
  halt: 'halt',
}

const sides = { buy: Side.buy, sell: Side.sell } as const

const wordsOf = (text: string): string[] => folded(text).split(/\s+/).filter(Boolean)

/** The words of a command, without the `go` that may begin it. */
function commandOf(text: string): { readonly words: string[]; readonly typed: string[] } {
  const words = wordsOf(text)
  const typed = text.split(/\s+/).filter(Boolean)
  return words[0] === 'go' ? { words: words.slice(1), typed: typed.slice(1) } : { words, typed }
}

/** Whether each typed word begins another word of the title, in their order. */
function fits(words: readonly string[], title: string): boolean {
  let rest = wordsOf(title)
  for (const word of words) {
    const at = rest.findIndex((other) => other.startsWith(word))
    if (at < 0) return false
    rest = rest.slice(at + 1)
  }
  return true
}

/** How many of the words name the screen; what follows them names a customer. */
function namedBy(words: readonly string[], { title, of }: OfferedScreen): number {
  if (!of) return fits(words, title) ? words.length : 0
  for (let count = words.length; count > 0; count--) if (fits(words.slice(0, count), title)) return count
  return 0
}

/** What a command searches customers by; empty where it names none. */
export function customerAskedFor(text: string, screens: readonly OfferedScreen[]): string {
  const { words, typed } = commandOf(text)
  const verb = verbs[words[0] ?? '']
  if (verb === 'buy' || verb === 'sell') {
    const at = words.indexOf('for')
    return at < 0 ? '' : typed.slice(at + 1).join(' ')
  }
  const named = Math.max(0, ...screens.filter(({ of }) => of).map((screen) => namedBy(words, screen)))
  return named === 0 ? '' : typed.slice(named).join(' ')
}

/** What a command can mean, the likeliest first; nothing for an empty one. */
export function offersFor(text: string, context: PaletteContext): Offer[] {
  const { words, typed } = commandOf(text)
  if (words.length === 0) return []
  const verb = verbs[words[0] ?? '']
  const rest = words.slice(1)
  const commands =
    verb && context.may[verb] && rest.length > 0 ? ordersFor(verb, rest, typed.slice(1), context) : []
  const securities = securitiesFor(words, context).map(
    ({ securityID }): Offer => ({ kind: 'security', securityID }),
  )
  return [...commands, ...securities, ...screensFor(words, text, context)]
}

function ordersFor(
  verb: 'buy' | 'sell' | 'cross' | 'halt',
  words: readonly string[],
  typed: readonly string[],
  context: PaletteContext,
): Offer[] {
  const found = securitiesFor(words.slice(0, 1), context)
  if (verb === 'cross' || verb === 'halt')
    return words.length > 1 ? [] : found.map(({ securityID }) => ({ kind: verb, securityID }))
  const at = words.indexOf('for')
  const [quantityText = '', priceText = '', ...more] = typed.slice(1, at < 0 ? undefined : at)
  if (more.length > 0) return []
  const order = { kind: 'order', side: sides[verb], quantityText, priceText } as const
  const orders = found.map(({ securityID }) => ({ ...order, securityID }))
  if (at < 0) return orders
  return orders
    .flatMap((offer) => context.customers.map((customer) => ({ ...offer, customer })))
    .slice(0, MOST_OF_A_KIND)
}

/** A symbol that is typed whole comes first, then symbols that begin so, then names. */
function securitiesFor(words: readonly string[], { securities }: PaletteContext): OfferedSecurity[] {
  const asked = words.join(' ')
  const rank = ({ securityID, name }: OfferedSecurity): number => {
    const symbol = folded(securityID)
    if (symbol === asked) return 0
    if (symbol.startsWith(asked)) return 1
    return fits(words, name) ? 2 : 3
  }
  return securities
    .map((security) => ({ security, rank: rank(security) }))
    .filter((one) => one.rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MOST_OF_A_KIND)
    .map(({ security }) => security)
}

function screensFor(words: readonly string[], text: string, { screens, customers }: PaletteContext): Offer[] {
  const asked = customerAskedFor(text, screens)
  return screens
    .flatMap((screen): Offer[] => {
      const named = namedBy(words, screen)
      if (named === 0) return []
      if (named === words.length) return screen.of === 'customer' ? [] : [{ kind: 'screen', screen }]
      // The customers were found by what follows the longest name of a screen.
      const isAskedFor = words.slice(named).join(' ') === folded(asked)
      return isAskedFor ? customers.map((customer) => ({ kind: 'screen', screen, customer })) : []
    })
    .slice(0, 2 * MOST_OF_A_KIND)
}
