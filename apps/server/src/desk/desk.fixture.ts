import { setTimeout as sleep } from 'node:timers/promises'
import {
  INDEX_BASE,
  kobo,
  lagosDate,
  OrdType,
  type PriceKobo,
  permissionNames,
  type Quantity,
  type Side,
  shares,
  TimeInForce,
} from '@tradebook/contract'
import { Client } from 'pg'
import pino from 'pino'
import { type Seed, type TestDatabase, testStore } from '../../testing/test-database.ts'
import { seedMarket } from '../demo/seed.ts'
import { GuardedClock } from '../platform/clock.ts'
import type { Connection } from '../store/connection.ts'
import { RESERVED_ORDERS } from '../venue/embedded/embedded.fixture.ts'
import { EmbeddedVenue, openedVenue } from '../venue/embedded/embedded.ts'
import { FirmState } from './decisions/firm-state.ts'
import { Desk } from './desk.ts'
import type { DeskOptions } from './desk-options.ts'
import type { Origin } from './inputs.ts'
import type { DeskEvent, EventFeed } from './publishing/desk-events.ts'
import type { HistoryOptions } from './record/begin-day.ts'
import { completeIndex } from './record/index-history.ts'
import { fromJournalBody, type JournalEntry, replay } from './record/journal.ts'
import { postgresRecord } from './record/postgres-record.ts'

export const NOW = Date.parse('2026-11-20T10:00:00Z')

/** A firm's one account. */
export interface Trader {
  readonly tenantId: number
  readonly account: string
}
export const BUYER: Trader = { tenantId: 1, account: 'A1' }
export const SELLER: Trader = { tenantId: 2, account: 'B1' }

/** On file for both: the check digit is right. */
export const BANK_ACCOUNT = { bankCode: '011', number: '0000014579' } as const

/** A desk on a real database, with a clock that the test sets, and the events that it published. */
export class DeskStage {
  readonly database: TestDatabase
  /** Both clocks. */
  now = NOW
  monotonic = 0
  readonly events: DeskEvent[] = []
  readonly logged: string[] = []
  /** The desk's newest connection, as the database knows it. */
  deskPid = 0

  #isOpen = false

  private constructor(database: TestDatabase) {
    this.database = database
  }

  static async open(): Promise<DeskStage> {
    return new DeskStage(await testStore(firmsAndMarket))
  }

  /** Lets time pass on both clocks. */
  pass(ms: number): void {
    this.now += ms
    this.monotonic += ms
  }

  async startDesk({
    connect = () => this.connect(),
    history,
    ...surroundings
  }: Partial<Omit<DeskOptions, 'connect'>> & {
    connect?: () => Promise<Connection>
    history?: HistoryOptions
  } = {}): Promise<Desk> {
    const started = new Desk({
      openVenue: (listings, options) => openedVenue(new EmbeddedVenue(listings, options, RESERVED_ORDERS)),
      connect: postgresRecord(connect, history),
      clock: 'open',
      time: new GuardedClock({ wall: () => this.now, monotonic: () => this.monotonic }),
      pause: () => sleep(10),
      orderRate: { perSecond: 1_000, burst: 1_000 },
      log: pino({ level: 'error' }, { write: (line: string) => void this.logged.push(line) }),
      onReplaced(reason) {
        throw reason
      },
      ...surroundings,
    })
    started.subscribe(({ events }) => this.events.push(...events))
    await started.start()
    if (!this.#isOpen) await openAccounts(started)
    this.#isOpen = true
    return started
  }

  /** As the desk connects. */
  async connect(): Promise<Connection> {
    const client = await this.database.leadership.connectDesk()
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    this.deskPid = rows[0].pid
    return client
  }

  /** As the database's owner. */
  async asAdmin(text: string, values: unknown[] = []): Promise<unknown[][]> {
    const client = new Client(this.database.access.admin)
    await client.connect()
    const { rows } = await client.query({ text, values, rowMode: 'array' })
    await client.end()
    return rows
  }

  async rows(sql: string): Promise<unknown[][]> {
    const client = await this.database.leadership.connectDesk()
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    await client.end()
    return rows
  }

  /** The books that the journal alone gives, replayed over nothing. */
  async replayed(): Promise<FirmState> {
    const state = new FirmState(new Map(), [])
    const journal = await this.rows(
      'SELECT tenant_id, sequence, at, kind, body FROM journal ORDER BY sequence, tenant_id',
    )
    for (const [tenantId, sequence, at, kind, body] of journal) {
      replay(state, {
        tenantId: tenantId as number,
        sequence: Number(sequence),
        at: (at as Date).getTime(),
        entry: fromJournalBody(kind as JournalEntry['kind'], body as object),
      })
    }
    return state
  }

  async column(sql: string): Promise<unknown[]> {
    return (await this.rows(sql)).map(([value]) => value)
  }

  async referencePx(securityID: string): Promise<PriceKobo> {
    const [price] = await this.column(
      `SELECT reference_px FROM daily_statistics WHERE security_id = '${securityID}' ORDER BY market_date DESC LIMIT 1`,
    )
    return price as PriceKobo
  }

  /** The epochs in which a security's book was cleared, in the order of publication. */
  epochs(securityID = 'GTCO'): number[] {
    return this.events.flatMap((event) =>
      event.target === 'clearAllOrderBook' && event.argument.securityID === securityID
        ? [event.argument.epoch]
        : [],
    )
  }
}

/** Two firms without accounts, and the demo's market. */
const firmsAndMarket: Seed = {
  name: 'desk',
  async fill({ store, leadership }) {
    for (const { tenantId } of [BUYER, SELLER]) {
      await store.forHost().write((tx) =>
        tx
          .insertInto('tenants')
          .values({
            id: tenantId,
            tenancy_name: `firm${tenantId}`,
            name: 'Firm',
            creation_time: new Date(NOW),
          })
          .execute(),
      )
    }
    const client = await leadership.connectDesk()
    await seedMarket(client, 1, NOW)
    // As the first desk would complete it.
    await completeIndex(client, lagosDate(NOW), INDEX_BASE)
    await client.end()
  },
}

/** Opens the accounts for trading; where they are open already, this is refused and changes nothing. */
async function openAccounts(desk: Desk): Promise<void> {
  for (const trader of [BUYER, SELLER]) {
    const origin = of(trader)
    const cscsAccount = `000000000${trader.tenantId}`
    const account = {
      ...{ account: trader.account, cscsAccount, customerId: 1, customerName: 'Ada' },
      cash: { route: 'broker', bankAccount: BANK_ACCOUNT },
    } as const
    await desk.submit({ kind: 'openFirm', origin })
    await desk.submit({ kind: 'openAccount', origin, account })
  }
}

/** Deposits cash for the buyer, in naira, and brings shares of GTCO for the seller. */
export async function fund(desk: Desk, { naira, gtco = 0 }: { naira: bigint; gtco?: number }): Promise<void> {
  const particulars = { reference: 'R', narration: 'N' }
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(BUYER),
    transfer: { ...particulars, type: 'deposit', account: BUYER.account, amount: kobo(naira * 100n) },
  })
  if (gtco === 0) return
  await desk.submit({
    kind: 'externalTransfer',
    origin: of(SELLER),
    transfer: {
      ...particulars,
      type: 'transferIn',
      account: SELLER.account,
      securityID: 'GTCO',
      quantity: shares(gtco),
      unitCost: kobo(50_00n),
    },
  })
}

/** Resolves when the desk has opened its books again. */
export const nextEpoch = (feed: Pick<EventFeed, 'subscribe'>): Promise<void> =>
  new Promise((resolve) => {
    const unsubscribe = feed.subscribe(({ batch }) => {
      if (batch !== 1) return
      unsubscribe()
      resolve()
    })
  })

export const of = ({ tenantId, account }: Trader): Origin => ({
  tenantId,
  userId: 1,
  userName: 'broker',
  accounts: [account],
  permissions: new Set(permissionNames),
  clientIpAddress: '127.0.0.1',
  browserInfo: 'test',
})

export const order = (who: Trader, clOrdID: string, side: Side, price: PriceKobo, quantity: number) => ({
  kind: 'newOrder' as const,
  origin: of(who),
  request: {
    clOrdID,
    account: who.account,
    securityID: 'GTCO',
    side,
    ordType: OrdType.limit,
    price,
    orderQty: quantity as Quantity,
    timeInForce: TimeInForce.day,
    text: null as string | null,
  },
})
