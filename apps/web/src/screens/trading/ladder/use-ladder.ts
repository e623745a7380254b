import {
  isOpenInMarket,
  nairaToPrice,
  type PriceKobo,
  Side,
  type StockOrder,
  takesOrders,
  toNaira,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOrders } from '../../../live/use-live.ts'
import { price as written } from '../../../ui/format.ts'
import { useHandler } from '../../../ui/use-handler.ts'
import type { Worded } from '../../../ui/worded.ts'
import { readReplacement, replacementOf, termsOf } from '../orders/replacement.ts'
import { cancelOrder, replaceOrder } from '../orders/requests.ts'
import { conditionsNow, whyNot } from '../orders/why-not.ts'
import { useArrangement } from '../preferences.ts'
import { useAuction } from '../security-facts.ts'
import { checkDraft } from '../ticket/draft.ts'
import { sanityOf } from '../ticket/sanity.ts'
import { blank, openTicket, placeOrder, pricePlain } from '../ticket/ticket-store.ts'
import { marketSnapshotNow, useOrderConditions } from '../ticket/use-draft-check.ts'
import { useArmed } from './use-armed.ts'

/** What the ladder says about the last request, when it has something to say. */
interface Said {
  readonly text: string
  readonly isProblem: boolean
}

/** What can be done on the ladder of a security: orders are placed and moved only while it is armed, and cancelled always. */
export function useLadder(securityID: string) {
  const { t } = useTranslation()
  const size = useArrangement(({ ladder }) => ladder.size)
  const { conditions } = useOrderConditions(securityID)
  const auction = useAuction(securityID)
  const { rules, account, mayTrade, market, isHalted, isFresh, killSwitch } = conditions
  const all = useOrders()
  const orders = useMemo(
    () => all.filter((order) => order.securityID === securityID && isOpenInMarket(order)),
    [all, securityID],
  )
  const mayTradeAny = mayTrade[Side.buy] || mayTrade[Side.sell]
  const takesAny = market === undefined || (market !== 'away' && takesOrders(market) && !isHalted)
  const canArm = mayTradeAny && takesAny && isFresh && killSwitch === undefined && account !== undefined
  const armed = useArmed(`${securityID} ${account}`, canArm)
  const { isArmed, used, disarm } = armed
  const [said, setSaid] = useState<Said>()
  const [asked, setAsked] = useState<StockOrder>()
  const [picked, setPicked] = useState<string>()
  // Armed again, a click sends: what was picked before is not moved by it.
  if (!isArmed && picked !== undefined) setPicked(undefined)
  // An order that has ended is no longer moved.
  const pickedOrder = isArmed ? orders.find(({ id }) => id === picked) : undefined
  const problem = (text: string) => setSaid({ text, isProblem: true })
  const say = (one: Worded | undefined) => one && problem(t(one.text, { symbol: securityID, ...one.values }))

  /** Sends an order at a price while armed; otherwise fills the ticket with it. */
  const place = useHandler((side: Side, price: PriceKobo) => {
    setSaid(undefined)
    if (!isArmed) return openTicket({ side, price: toNaira(price), quantityText: size })
    const draft = { ...blank, side, priceText: pricePlain(price), quantityText: size }
    const snapshot = marketSnapshotNow(securityID, side, price)
    const { order, objections, sanity } = checkDraft(draft, { ...conditions, snapshot })
    if (order === undefined) return say(objections[0])
    // What is unusual is reviewed, whatever the person chose.
    if (sanity.length > 0) {
      openTicket({ side, price: toNaira(price), quantityText: size })
      return say(sanity[0])
    }
    used()
    void placeOrder(order).then((placed) => {
      if (placed.status === 'failed') problem(failureWords(placed.failure))
      if (placed.status === 'alike') problem(t('Trading.Ladder.Alike'))
    })
  })

  /** Why an order is not moved here: it is armed for the orders of one account. */
  const whyNotMoved = (order: StockOrder): string | undefined => {
    if (!isArmed) return t('Trading.Ladder.ArmToMove')
    if (order.account !== account) return t('Trading.Ladder.OtherAccount', { customer: order.customerName })
    return undefined
  }

  /** Takes up an order to be moved, or puts it back. */
  const pick = useHandler((id: string) => {
    setSaid(undefined)
    const order = orders.find((other) => other.id === id)
    if (!order) return
    const why = whyNotMoved(order)
    if (why !== undefined) return problem(why)
    setPicked(picked === id ? undefined : id)
  })

  /** Replaces the price of an order. */
  const move = useHandler((id: string, price: PriceKobo) => {
    setSaid(undefined)
    setPicked(undefined)
    const order = orders.find((other) => other.id === id)
    if (!order || nairaToPrice(order.price ?? 0) === price) return
    const why = whyNotMoved(order) ?? whyNot('replace', order, conditionsNow(order), t)
    if (why !== undefined) return problem(why)
    const terms = { ...termsOf(order), priceText: pricePlain(price) }
    const { market } = conditions
    const phase = market === 'away' ? undefined : market
    const read = readReplacement(order, terms, { ...conditions, phase, auction })
    const unusual = sanityOf(
      {
        ...order,
        side: order.side as Side,
        execInst: null,
        minQty: undefined,
        price,
        orderQty: order.leavesQty as never,
      },
      marketSnapshotNow(securityID, order.side as Side, price),
    )
    if (read.objection) return say({ ...read.objection })
    if (unusual.length > 0) return say(unusual[0])
    const replacement = replacementOf(order, read, terms)
    if (!replacement) return
    used()
    void replaceOrder(order, replacement).then((failed) => failed && problem(failureWords(failed)))
  })

  /** Cancels at once while armed for the order's account; otherwise asks first. Cancelling is never blocked by the switch. */
  const cancel = useHandler((id: string) => {
    setSaid(undefined)
    const order = orders.find((other) => other.id === id)
    if (!order) return
    const why = whyNot('cancel', order, conditionsNow(order), t)
    if (why !== undefined) return problem(why)
    if (whyNotMoved(order) !== undefined) return setAsked(order)
    used()
    void cancelOrder(order).then((failed) => failed && problem(failureWords(failed)))
  })

  return {
    ...{ orders, rules, account, size, canArm, armed, said, asked, place, pick, move, cancel },
    picked: pickedOrder,
    /** Why it cannot be armed. */
    whyNotArmed: canArm
      ? undefined
      : t(account === undefined ? 'Trading.Ticket.AccountMissing' : 'Trading.Ladder.CannotArm'),
    leaveAsked: () => setAsked(undefined),
    /** What Escape leaves: an order that is taken up, or the armed state. */
    leave: () => (pickedOrder ? setPicked(undefined) : disarm()),
  }
}

const failureWords = ({ title, details }: { readonly title: string; readonly details: string }): string =>
  details ? `${title}: ${details}` : title

/** What an own order is called where it is pressed; one of another account than the chosen one is named with its customer. */
export const chipText = (
  order: Pick<StockOrder, 'side' | 'leavesQty' | 'price' | 'account' | 'customerName'>,
  account: string | undefined,
  quantity: (value: number) => string,
  t: TFunction,
): string =>
  order.account === account
    ? orderText(order, quantity, t)
    : `${orderText(order, quantity, t)} · ${order.customerName}`

const orderText = (
  { side, leavesQty, price }: Pick<StockOrder, 'side' | 'leavesQty' | 'price'>,
  quantity: (value: number) => string,
  t: TFunction,
): string =>
  t(side === Side.buy ? 'Trading.Ladder.OwnBuy' : 'Trading.Ladder.OwnSell', {
    quantity: quantity(leavesQty),
    price: written(price),
  })
