import { type CallName, type CallOutput, calls, hubMethods, type OrderBookOwners } from '@tradebook/contract'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { mailsIn } from '../account-request.ts'
import type { Firm } from '../person.ts'
import { PASSWORD } from '../running-server.ts'
import {
  by,
  canariesForAllTests,
  canaryOf,
  customers,
  draftOf,
  members,
  reasonOf,
  receivedOf,
  rest,
  secretsFrom,
  trade,
} from './canaries.fixture.ts'
import { firms, type Reader, SECURITY } from './reader.ts'
import { readers, server } from './readers.fixture.ts'
import { nobody, reading } from './reading.ts'

/** Nothing that a firm does or knows is sent to anybody else, whatever they ask and however long they listen. */

canariesForAllTests()

const read = Object.keys(reading) as CallName[]

test('every call is read', () => {
  expect(read.toSorted()).toEqual(Object.keys(calls).toSorted())
})

/**
 * An answer without the times that pass between two answers: the market's, that at which a document was made,
 * and when a session was last seen.
 */
const timeless = <Answer extends { readonly text: string }>(answer: Answer) => ({
  ...answer,
  text: answer.text.replace(/"(marketTime|lastSeenAt)":"[^"]*"|\(D:\d+Z\)|\/ID \[[^\]]*\]/g, ''),
})

test('a signed-in caller is of its own firm, whichever it names', async () => {
  const broker = readers.of('Zenith-Hill', 'broker')
  const { own } = customers.get('Zenith-Hill')!
  // One ends the session, the others answer at random.
  const left = new Set<CallName>([
    'Account/LogOut',
    'Account/GetTwoFactorAuthTokens',
    'Account/BeginPasskey',
    'TokenAuth/BeginPasskeySignIn',
    'TokenAuth/BeginProviderSignIn',
  ])
  for (const name of read.filter((name) => !left.has(name))) {
    for (const input of reading[name](own)) {
      const plain = timeless(await broker.ask(name, input))
      for (const headers of readers.naming('Meridian')) {
        expect({ name, ...timeless(await broker.ask(name, input, headers)) }).toEqual({ name, ...plain })
      }
    }
  }
  // The server does read these headers: who is not signed in is at the firm it names.
  for (const headers of readers.naming('Meridian')) {
    const { text } = await readers.of(null, '').ask('Session/GetCurrentLoginInformations', {}, headers)
    expect(text).toContain('"tenancyName":"Meridian"')
  }
})

/** Of each firm the entry of the one order that rests. */
const resting = new Map<Firm, string | null>()

describe('one firm’s activity leaves no trace at another', () => {
  beforeAll(async () => {
    await Promise.all(members().map((reader) => reader.listen()))
    for (const firm of firms) {
      await readers
        .of(firm, 'broker')
        .get('Watchlist/Save', { name: canaryOf(firm), securityIDs: [SECURITY] })
    }
    for (const firm of firms) {
      const [one] = customers.get(firm)!.others
      await readers.of(firm, 'broker').get('BackOffice/PostCashEntry', {
        postingID: 'canary',
        cscsAcct: one!.cscsAccount,
        type: 'deposit',
        amount: 5_000_000,
        reference: canaryOf(firm),
        narration: canaryOf(firm),
      })
    }
    for (const firm of firms) {
      for (const [userName, surname] of [
        ['broker', canaryOf(firm)],
        ['registrant', draftOf(firm)],
      ] as const)
        await readers
          .of(firm, userName)
          .get('Customer/CustomerRegister', { accountType: 'individual', surname })
      const [request] = (
        await readers.of(firm, 'applicant').get('Customer/GetAllUserAccountCreationRequests', {})
      ).items
      await readers.of(firm, 'admin').get('Customer/RejectCustomerAccountCreationRequest', {
        id: request!.id,
        reason: reasonOf(firm),
        returnForCorrection: true,
      })
    }
    await trade('Meridian', 'Zenith-Hill')
    await trade('Zenith-Hill', 'Meridian')
    for (const firm of firms) resting.set(firm, await rest(firm))
    const isNotified = (firm: Firm) => by(readers.of(firm, 'broker').received).includes('getNotification')
    await vi.waitFor(() => expect(firms.filter(isNotified)).toEqual(firms), 10_000)
    for (const reader of readers.all) {
      if (reader.hub) {
        await reader.invoke(hubMethods.ping)
        await reader.invoke(hubMethods.subscribeOrderBook, SECURITY)
        await reader.invoke(hubMethods.subscribeStatistics, null)
      }
      // Who is of no firm asks about nobody.
      const own = reader.firm ? customers.get(reader.firm)!.own : nobody
      for (const name of read) {
        for (const input of reading[name](own)) await reader.ask(name, input)
      }
    }
  })

  test('no one receives another firm’s events', () => {
    for (const reader of readers.all) {
      const received = receivedOf(reader, secretsFrom(reader))
      expect({ to: reader.name, received }).toEqual({ to: reader.name, received: [] })
    }
  })

  test('no one is e-mailed another firm’s data', async () => {
    const mails = await mailsIn(server)
    for (const { to, text } of mails) {
      const reader = readers.all.find(({ emailAddress }) => emailAddress === to)
      // A customer without a user is mailed at the address that the firm has, and only about that customer's account.
      const customer = firms.flatMap((firm) => {
        const row = customers.get(firm)!.others.find(({ emailAddress }) => emailAddress === to)
        return row ? [{ firm, own: Object.values(row) as unknown[] }] : []
      })[0]
      const others = firms.filter((firm) => firm !== (reader ?? customer)?.firm)
      const secrets = secretsFrom(reader).filter((secret) => !customer?.own.includes(secret))
      const found = [...others, ...secrets].filter((secret) => text.includes(secret))
      expect({ to, found }).toEqual({ to, found: [] })
    }
    for (const firm of firms) {
      const addresses = mails.filter(({ text }) => text.includes(reasonOf(firm))).map(({ to }) => to)
      expect(addresses).toEqual([readers.of(firm, 'applicant').emailAddress])
    }
  })

  test('the log of the server contains nothing about people', () => {
    const log = server.output()
    expect(log).toContain('"level":30')
    const tokens = readers.all.map(({ token }) => token).filter((token) => token)
    const found = [PASSWORD, ...tokens, ...secretsFrom(undefined)].filter((secret) => log.includes(secret))
    expect(found).toEqual([])
  })

  test('the hub accepts only members', async () => {
    for (const reader of readers.all.filter(({ standing }) => standing !== 'member')) {
      await expect(reader.listen(), reader.name).rejects.toThrow()
    }
  })

  test('and each firm receives its own', () => {
    for (const firm of firms) {
      // A list of securities is its user's alone, and so are notifications.
      for (const own of ['Watchlist/GetAll', 'Notification/GetAll', 'getNotification']) {
        const hasOwn = (userName: string) =>
          by(receivedOf(readers.of(firm, userName), [canaryOf(firm)])).includes(own)
        expect({ own, by: ['broker', 'admin'].filter(hasOwn) }).toEqual({ own, by: ['broker'] })
      }
      for (const userName of ['broker', 'admin']) {
        expect(by(receivedOf(readers.of(firm, userName), [canaryOf(firm)]))).toEqual(
          expect.arrayContaining([
            'onExecutionReport',
            'addStockOrder',
            'updateStockOrder',
            'replaceStockOrder',
            'Order/getStockOrders',
            'Order/GetExecutions',
            'Order/DownloadStockOrders',
            'Order/DownloadExecutions',
            'BackOffice/GetCashApprovals',
            'BackOffice/DownloadCashApprovals',
          ]),
        )
      }
      expect(by(receivedOf(readers.of(firm, 'admin'), [canaryOf(firm)]))).toEqual(
        expect.arrayContaining([
          'ReportEventLog/GetReportEventLogs',
          'ReportEventLog/DownloadReportEventLogs',
        ]),
      )
      const reviewed = by(receivedOf(readers.of(firm, 'admin'), [canaryOf(firm)]))
      for (const name of ['Get', 'Download'])
        expect(reviewed).toContain(
          `Customer/${name === 'Get' ? 'GetAll' : name}CustomerAccountCreationRequests`,
        )
    }
  })

  test('and an applicant only their own', () => {
    for (const firm of firms) {
      expect(by(receivedOf(readers.of(firm, 'applicant'), [reasonOf(firm)]))).toEqual([
        'Customer/GetAllUserAccountCreationRequests',
        'Customer/GetCustomerAccountCreationRequestStatus',
        'Customer/GetCustomerAccountCreationRequest',
      ])
      expect(by(receivedOf(readers.of(firm, 'registrant'), [draftOf(firm)]))).toEqual([
        'Customer/GetCustomerAccountCreationRequestStatus',
      ])
    }
  })

  test('and every subscriber received the market', () => {
    for (const { hub, received } of readers.all) {
      if (!hub) continue
      expect(by(received)).toEqual(
        expect.arrayContaining(['addOrderBook', 'updateOrderBook', 'deleteOrderBook', 'onMarketTrade']),
      )
      for (const event of ['updateMarketStatsSession', 'marketSummary', 'onNseConnection'])
        expect(by(received)).toContain(event)
    }
  })

  test("the users behind a firm's entries are named only to holders of the permission at that firm", () => {
    const ordersOf = (firm: Firm) => {
      const texts = readers.of(firm, 'broker').received.filter(({ by }) => by.endsWith('StockOrder'))
      return new Set(
        texts.flatMap(({ text }) => [...text.matchAll(/"mdEntryID":"([^"]+)"/g)].map(([, id]) => id)),
      )
    }
    for (const { hub, name, firm, userName, received } of readers.all) {
      if (!hub) continue
      const named = received
        .filter(({ by }) => by === 'orderBookOwners')
        .map(({ text }) => JSON.parse(text)[0])
      const entries = named.flatMap(({ items }: OrderBookOwners) => items.map(({ mdEntryID }) => mdEntryID))
      const isHolder = firm !== null && userName !== 'customer'
      expect({ name, isNamed: entries.length > 0 }).toEqual({ name, isNamed: isHolder })
      if (isHolder) expect(entries.filter((id) => !ordersOf(firm).has(id))).toEqual([])
    }
  })

  test('so do the calls, only for its entries and trades', () => {
    const answersOf = <Name extends CallName>(reader: Reader, name: Name) => {
      const texts = reader.received.filter((message) => message.by === name).map(({ text }) => text)
      const answers = texts.map((text) => JSON.parse(text) as { result: CallOutput<Name> | null })
      return answers.map(({ result }) => result).filter((result) => result !== null)
    }
    const tradesOf = (firm: Firm) => {
      const pages = answersOf(readers.of(firm, 'broker'), 'Order/GetExecutions')
      return new Set(pages.flatMap(({ items }) => items.map(({ tradeNumber }) => String(tradeNumber))))
    }
    const namedIn = (pages: readonly { items: readonly { mdEntryID: string; userName?: string }[] }[]) =>
      pages.flatMap(({ items }) =>
        items.flatMap((item) => (item.userName === undefined ? [] : item.mdEntryID)),
      )
    for (const reader of members()) {
      const { firm, name, userName } = reader
      const isHolder = firm !== null && userName !== 'customer'
      const entries = namedIn(answersOf(reader, 'MarketData/getMarketOrders'))
      const trades = namedIn(answersOf(reader, 'MarketData/getMarketTrades'))
      expect({ name, entries }).toEqual({ name, entries: isHolder ? [resting.get(firm)] : [] })
      expect({ name, isNamed: trades.length > 0 }).toEqual({ name, isNamed: isHolder })
      if (isHolder) expect(trades.filter((number) => !tradesOf(firm).has(number))).toEqual([])
    }
  })
})
