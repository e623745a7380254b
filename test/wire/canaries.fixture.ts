import { type CallInput, type CustomerRow, OrdType, Side } from '@tradebook/contract'
import { beforeAll } from 'vitest'
import type { Firm } from '../person.ts'
import { firms, type Reader, SECURITY } from './reader.ts'
import { readers, readersForAllTests } from './readers.fixture.ts'

/** Of each firm: whom its customer's user stands for, and everybody else. */
export const customers = new Map<Firm, { own: CustomerRow; others: CustomerRow[] }>()

/** One server for the tests of a file, which logs all that it ever could, and whose customers are known. */
export function canariesForAllTests(): void {
  readersForAllTests({ LOG_LEVEL: 'trace' })

  beforeAll(async () => {
    for (const firm of firms) {
      const [own] = (await readers.of(firm, 'customer').get('BackOffice/GetCustomers', {})).items
      const { items } = await readers.of(firm, 'broker').get('BackOffice/GetCustomers', {})
      customers.set(firm, { own: own!, others: items.filter(({ id }) => id !== own?.id) })
    }
  })
}

/** What a firm's orders are marked with. */
export const canaryOf = (firm: Firm): string => `canary-of-${firm}`

/** The surname in the draft of the person who registers with a firm. */
export const draftOf = (firm: Firm): string => `draft-of-${firm}`

/** Why a firm returns the request of the person who asks for an account. */
export const reasonOf = (firm: Firm): string => `returned-by-${firm}`

export const members = (): Reader[] => readers.all.filter(({ standing }) => standing === 'member')

/** What is a firm's, and which of its people may receive it. */
const secretsOf = (firm: Firm): { readonly text: string; readonly mayReceive: readonly string[] }[] => {
  const staff = ['broker', 'admin']
  const rows = customers
    .get(firm)!
    .others.flatMap(({ accountNumber, cscsAccount, customerName, emailAddress, phoneNumber, chn }) => [
      ...[accountNumber, cscsAccount, customerName, emailAddress, phoneNumber, chn],
    ])
  return [
    ...[canaryOf(firm), ...rows.filter((text) => text !== null)].map((text) => ({ text, mayReceive: staff })),
    { text: reasonOf(firm), mayReceive: [...staff, 'applicant'] },
    { text: draftOf(firm), mayReceive: [...staff, 'registrant'] },
    ...['applicant', 'registrant'].map((userName) => ({
      text: readers.of(firm, userName).emailAddress,
      mayReceive: [...staff, userName],
    })),
  ]
}

/** What is kept from a person, or from everybody. */
export const secretsFrom = (who: Pick<Reader, 'firm' | 'userName'> | undefined): string[] =>
  firms.flatMap((firm) =>
    secretsOf(firm)
      .filter(({ mayReceive }) => firm !== who?.firm || !mayReceive.includes(who.userName))
      .map(({ text }) => text),
  )

type Received = Reader['received']

export const receivedOf = ({ received }: Reader, words: readonly string[]): Received =>
  received.filter(({ text }) => words.some((word) => text.includes(word)))

export const by = (received: Received): string[] => [...new Set(received.map((message) => message.by))]

/** Enters an order that stays in the book. @returns its entry. */
export async function rest(firm: Firm): Promise<string | null> {
  const broker = readers.of(firm, 'broker')
  const { lowLimitPx } = await broker.get('MarketData/getPricelimitRange', { security: SECURITY })
  const account = customers.get(firm)!.others[0]!.accountNumber
  const bid = readers.order({ account, clOrdID: `${canaryOf(firm)}-rests`, price: lowLimitPx })
  return (await broker.get('Order/SendNewOrder', bid)).mdEntryID
}

/** All that can become of orders: filled in part and whole, replaced, cancelled, refused. */
export async function trade(selling: Firm, buying: Firm): Promise<void> {
  const [seller, buyer] = [readers.of(selling, 'broker'), readers.of(buying, 'broker')]
  const marked = (firm: Firm, what: string, message: Partial<CallInput<'Order/SendNewOrder'>>) =>
    readers.order({
      account: customers.get(firm)!.others[0]!.accountNumber,
      text: canaryOf(firm),
      clOrdID: `${canaryOf(firm)}-${what}-${selling}`,
      ...message,
    })
  const offer = marked(selling, 'offer', { side: Side.sell, orderQty: 100 })
  const { orderID, clOrdID } = await seller.get('Order/SendNewOrder', offer)
  await buyer.get('Order/SendNewOrder', marked(buying, 'bid', { orderQty: 60 }))
  await seller.get('Order/SendOrderReplaceRequest', { orderID, clOrdID: `${clOrdID}-less`, orderQty: 90 })
  const market = { ordType: OrdType.market, price: undefined }
  await buyer.get('Order/SendNewOrder', marked(buying, 'market', market))
  await seller.get('Order/sendCancelOrderRequest', { orderID, clOrdID: `${clOrdID}-off` })
  await seller.ask('Order/SendNewOrder', marked(selling, 'refused', { securityID: 'NOSUCH' }))
}
