import { encode, type Field, protocols, timestampOf } from '@tradebook/fix'
import type { CertifyProfile } from './certify-profile.ts'
import { type Client, NotAsExpected } from './client.ts'

/** One case of a certification: what is done, and what the exchange must answer. */
export interface Case {
  readonly name: string
  readonly needs?: keyof CertifyProfile['offers']
  readonly run: (client: Client, id: (name: string) => string) => Promise<void>
}

const now = () => timestampOf(Date.now())

function order(
  { symbol, quantity, lowPrice, account }: CertifyProfile,
  id: string,
  own: Readonly<Record<number, string>> = {},
): Field[] {
  const fields: Record<number, string | number> = {
    11: id,
    38: quantity,
    40: '2',
    44: lowPrice,
    54: '1',
    55: symbol,
    60: now(),
    ...own,
  }
  if (account !== undefined) fields[1] = account
  return Object.entries(fields).map(([tag, value]) => [Number(tag), value])
}

const request = ({ symbol, quantity }: CertifyProfile, id: string, original: string): Field[] => [
  [11, id],
  [38, quantity],
  [41, original],
  [54, '1'],
  [55, symbol],
  [60, now()],
]

/** Enters an order that rests. @returns its OrderID (37). */
async function rest(client: Client, id: string): Promise<string> {
  client.send('D', order(client.profile, id))
  return (await client.expect('8', { 11: id, 150: '0', 39: '0' })).get(37)!
}

async function cancel(client: Client, id: string, original: string): Promise<void> {
  client.send('F', request(client.profile, id, original))
  await client.expect('8', { 11: id, 41: original, 150: '4', 39: '4', 151: '0' })
}

/** The cases in the order in which they run, on one session from logon to disaster. */
export const cases: readonly Case[] = [
  { name: 'Logon is answered with Logon', run: (client) => client.logOn() },
  {
    name: 'TestRequest is answered with its id',
    run: async (client) => {
      client.send('1', [[112, 'CERTIFY']])
      await client.expectSession('0', { 112: 'CERTIFY' })
    },
  },
  {
    name: 'An order that rests is reported as New',
    run: async (client, id) => {
      await rest(client, id('rest'))
      await cancel(client, id('rest-end'), id('rest'))
    },
  },
  {
    name: 'An order with an unknown symbol is rejected with a reason',
    run: async (client, id) => {
      client.send('D', order(client.profile, id('unknown'), { 55: 'NOSUCHSYMBOL' }))
      const report = await client.expect('8', { 11: id('unknown'), 150: '8', 39: '8' })
      if (!report.get(58) && !report.get(103)) throw new NotAsExpected('neither Text nor OrdRejReason')
    },
  },
  {
    name: 'A ClOrdID that was used is rejected',
    run: async (client, id) => {
      await rest(client, id('twice'))
      client.send('D', order(client.profile, id('twice')))
      await client.expect('8', { 11: id('twice'), 150: '8' })
      await cancel(client, id('twice-end'), id('twice'))
    },
  },
  {
    name: 'A replace is reported with the request before it',
    run: async (client, id) => {
      const { quantity } = client.profile
      await rest(client, id('old'))
      const more = String(quantity * 2)
      client.send('G', [[41, id('old')], ...order(client.profile, id('new'), { 38: more })])
      await client.expect('8', { 11: id('new'), 41: id('old'), 150: '5', 38: more, 151: more })
      await cancel(client, id('new-end'), id('new'))
    },
  },
  {
    name: 'A cancel of an unknown order is refused',
    run: async (client, id) => {
      client.send('F', request(client.profile, id('none-end'), id('none')))
      await client.expect('9', { 11: id('none-end'), 434: '1', 102: '1' })
    },
  },
  {
    name: 'A cancel of an order that was cancelled is refused',
    run: async (client, id) => {
      await rest(client, id('gone'))
      await cancel(client, id('gone-end'), id('gone'))
      client.send('F', request(client.profile, id('gone-again'), id('gone-end')))
      await client.expect('9', { 11: id('gone-again'), 434: '1' })
    },
  },
  {
    name: 'A buy and a sell that meet are reported as trades',
    run: async (client, id) => {
      const { highPrice, quantity } = client.profile
      client.send('D', order(client.profile, id('buy'), { 44: highPrice }))
      client.send('D', order(client.profile, id('sell'), { 54: '2' }))
      const filled = await client.expect('8', { 11: id('buy'), 150: 'F', 39: '2' })
      if (filled.number(14) !== quantity || filled.get(151) !== '0')
        throw new NotAsExpected('a filled order has CumQty of all and LeavesQty 0')
    },
  },
  {
    name: 'OrderStatusRequest is answered with the state of the order',
    needs: 'orderStatus',
    run: async (client, id) => {
      await rest(client, id('status'))
      client.send('H', [
        [11, id('status')],
        [54, '1'],
        [55, client.profile.symbol],
      ])
      await client.expect('8', { 11: id('status'), 150: 'I', 39: '0' })
      await cancel(client, id('status-end'), id('status'))
    },
  },
  {
    name: 'OrderMassStatusRequest lists the open orders',
    needs: 'massStatus',
    run: async (client, id) => {
      for (const name of ['all-1', 'all-2']) await rest(client, id(name))
      client.send('AF', [
        [584, id('mass')],
        [585, '7'],
      ])
      await client.expect('8', { 584: id('mass'), 150: 'I', 912: 'Y' })
      for (const name of ['all-1', 'all-2']) await cancel(client, id(`${name}-end`), id(name))
    },
  },
  {
    name: 'OrderMassCancelRequest cancels the open orders',
    needs: 'massCancel',
    run: async (client, id) => {
      await rest(client, id('many'))
      client.send('q', [
        [11, id('many-end')],
        [530, '7'],
        [60, now()],
      ])
      await client.expect('r', { 11: id('many-end'), 531: '7' })
      await client.expect('8', { 11: id('many'), 150: '4' })
    },
  },
  {
    name: 'SecurityListRequest is answered',
    needs: 'securityList',
    run: async (client, id) => {
      client.send('x', [
        [320, id('list')],
        [559, '4'],
      ])
      await client.expect('y', { 320: id('list'), 560: '0' })
    },
  },
  {
    name: 'TradingSessionStatusRequest is answered',
    needs: 'sessionStatus',
    run: async (client, id) => {
      client.send('g', [
        [335, id('session')],
        [263, '0'],
      ])
      await client.expect('h', { 335: id('session') })
    },
  },
  {
    name: 'MarketDataRequest gets a snapshot, then the changes',
    needs: 'marketData',
    run: async (client, id) => {
      const data = (kind: string): Field[] => [
        [262, id('book')],
        [263, kind],
        [264, 0],
        [265, '1'],
        [267, 2],
        [269, '0'],
        [269, '1'],
        [146, 1],
        [55, client.profile.symbol],
      ]
      client.send('V', data('1'))
      await client.expect('W', { 262: id('book') })
      client.send('D', order(client.profile, id('seen')))
      await client.expect('X', { 262: id('book') })
      client.send('V', data('2'))
      await cancel(client, id('seen-end'), id('seen'))
    },
  },
  {
    name: 'An order with a field that is not in the dictionary is rejected',
    run: async (client, id) => {
      client.clear()
      client.send('D', [...order(client.profile, id('odd')), [9_999, 'X']])
      await client.expectSession('3', { 372: 'D' })
    },
  },
  {
    name: 'A garbled message is ignored, and the session goes on',
    run: async (client) => {
      client.clear()
      const { beginString } = protocols[client.profile.version]
      client.raw(Buffer.from(`8=${beginString}\x019=5\x0135=0\x0110=999\x01`))
      client.send('1', [[112, 'AFTER']])
      await client.expectSession('0', { 112: 'AFTER' })
    },
  },
  {
    name: 'A message that was received before is ignored',
    run: async (client, id) => {
      const { senderCompID, targetCompID, version } = client.profile
      const number = client.numbers.nextOut
      await rest(client, id('again'))
      client.clear()
      const header: Field[] = [
        [35, 'D'],
        [34, number],
        [43, 'Y'],
        [49, senderCompID],
        [52, now()],
        [56, targetCompID],
        [122, now()],
      ]
      client.raw(encode(protocols[version].beginString, [...header, ...order(client.profile, id('again'))]))
      // The answer to the cancel is the next that is said about the order.
      client.send('F', request(client.profile, id('again-end'), id('again')))
      const next = await client.expect('8', {})
      if (next.get(150) !== '4') throw new NotAsExpected('the order was entered a second time')
    },
  },
  {
    name: 'Messages are sent again on request, marked as possible duplicates',
    run: async (client) => {
      client.clear()
      client.send('2', [
        [7, 1],
        [16, 0],
      ])
      await client.expectSession('8', { 43: 'Y' })
    },
  },
  {
    name: 'After the connection breaks, numbers continue and the order is there',
    run: async (client, id) => {
      await rest(client, id('kept'))
      await client.cut()
      await client.logOn()
      await cancel(client, id('kept-end'), id('kept'))
    },
  },
  {
    name: 'What the connection lost is sent again after the next Logon',
    run: async (client, id) => {
      client.clear()
      client.send('D', order(client.profile, id('lost')))
      await client.cut()
      await client.logOn()
      await client.expect('8', { 11: id('lost'), 150: '0' })
      await cancel(client, id('lost-end'), id('lost'))
    },
  },
  { name: 'Logout is answered, and the connection ends', run: (client) => client.logOut() },
  {
    name: 'A second Logon continues the numbers',
    run: async (client) => {
      const { nextIn } = client.numbers
      await client.logOn()
      if (client.numbers.nextIn !== nextIn + 1)
        throw new NotAsExpected(`number ${nextIn} was expected, and ${client.numbers.nextIn} follows`)
      await client.logOut()
    },
  },
]
