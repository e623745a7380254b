import { OrdType, Side } from '@tradebook/contract'
import { type Firm, type Person, signIn } from '../person.ts'
import type { RunningServer } from '../running-server.ts'

/** More prices and more trades than a screen has room for. */
const DEPTH = 20
const TRADES = 30
const QUANTITY = 10_000
const DEEP = ['GTCO', 'ZENITHBANK', 'MTNN']
/** Its price has seven figures. */
const DEAR = 'AVAIF'

/** Gives the market deep books and trades, and stands still after that: what a page shows depends on no chance. */
export async function fillMarket(server: RunningServer): Promise<void> {
  const seller = await openTrader(server, 'Zenith-Hill', 'Savannah Cooperative Society')
  const buyer = await openTrader(server, 'Meridian', 'Harmattan Pension Managers Ltd')
  for (const security of DEEP) {
    const { referencePx } = await seller.person.get('MarketData/getPricelimitRange', { security })
    // Orders come to about as much money each, whatever a share costs.
    const quantity = Math.round((QUANTITY * 50) / referencePx)
    for (let trade = 0; trade < (security === 'GTCO' ? TRADES : 1); trade++) {
      await enter(seller, security, Side.sell, 0, quantity)
      await enter(buyer, security, Side.buy, 0, quantity)
    }
    for (let ticks = 1; ticks <= (security === 'GTCO' ? DEPTH : 2); ticks++) {
      await enter(seller, security, Side.sell, ticks, quantity + ticks)
      await enter(buyer, security, Side.buy, -ticks, quantity + ticks)
    }
  }
  await enter(buyer, DEAR, Side.buy, 0, 10)
}

interface Trader {
  readonly person: Person
  readonly account: string
}

async function openTrader(server: RunningServer, firm: Firm, customerName: string): Promise<Trader> {
  const person = await signIn(server, firm, 'broker')
  const { items } = await person.get('BackOffice/GetCustomers', { query: customerName })
  return { person, account: items[0]?.accountNumber ?? '' }
}

/** An order so many ticks from the previous close. */
async function enter(
  { person, account }: Trader,
  security: string,
  side: Side,
  ticks: number,
  orderQty: number,
): Promise<void> {
  const { referencePx, tickSize } = await person.get('MarketData/getPricelimitRange', { security })
  await person.get('Order/SendNewOrder', {
    clOrdID: crypto.randomUUID(),
    account,
    securityID: security,
    side,
    ordType: OrdType.limit,
    price: Math.round((referencePx + ticks * tickSize) * 100) / 100,
    orderQty,
  })
}
