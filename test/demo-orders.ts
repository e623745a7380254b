import { OrdType, Side } from '@tradebook/contract'
import { type Firm, signIn } from './person.ts'
import type { RunningServer } from './running-server.ts'

const SECURITIES = ['GTCO', 'ZENITHBANK', 'MTNN']
const QUANTITY = 500

/** Orders of a firm's demo customer that trade, part fill and rest, so that no list is empty. */
export async function placeDemoOrders(server: RunningServer, firm: Firm): Promise<void> {
  const customer = await signIn(server, firm, 'customer')
  const [account] = (await customer.get('BackOffice/GetCustomers', {})).items
  for (const securityID of SECURITIES) {
    const { items } = await customer.get('MarketData/getMarketOrders', { security: securityID })
    const bid = items.find(({ mdEntryType }) => mdEntryType === '0')
    const offer = items.find(({ mdEntryType }) => mdEntryType === '1')
    for (const [side, price] of [
      [Side.buy, offer?.mdEntryPx],
      [Side.buy, bid?.mdEntryPx],
      [Side.sell, offer?.mdEntryPx],
    ] as const) {
      await customer.ask('Order/SendNewOrder', {
        clOrdID: `demo-${securityID}-${side}-${price}`,
        account: account?.accountNumber ?? '',
        securityID,
        side,
        ordType: OrdType.limit,
        price,
        orderQty: QUANTITY,
      })
    }
  }
}
