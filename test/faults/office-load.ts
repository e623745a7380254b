import { setTimeout as sleep } from 'node:timers/promises'
import { addBusinessDays, Side } from '@tradebook/contract'
import { between, chance, oneOf } from '../chance.ts'
import { type Person, signIn } from '../person.ts'
import type { RunningServer } from '../running-server.ts'
import { firms, securities } from './order-load.ts'

/** How long one of them pauses between two changes. */
const PAUSE_MS = 40

export interface OfficeLoad {
  /** Resolves when each has its last answer, or knows that none comes. */
  stop(): Promise<void>
}

/**
 * What firms and the host do alongside the orders: own fees and agreements from the next days on, other terms of cash that
 * are approved or rejected, and what companies give. Firms take stop orders from its beginning on. An answer that
 * is lost is not asked for again: the audit judges what is on record.
 *
 * @param name part of every posting id, so that no two loads use the same.
 */
export async function startOffice(server: RunningServer, name: string, seed: number): Promise<OfficeLoad> {
  let going = true
  const repeat = async (task: (n: number) => Promise<unknown>) => {
    for (let n = 0; going; n += 1) {
      try {
        await task(n)
      } catch {
        return
      }
      await sleep(PAUSE_MS)
    }
  }
  const host = await signIn(server, null, 'admin')
  const loops = [repeat(announcing(host, chance(seed)))]
  for (const [at, firm] of firms.entries()) {
    const [admin, broker] = [await signIn(server, firm, 'admin'), await signIn(server, firm, 'broker')]
    await admin.get('Settings/Update', { stopOrders: true })
    const { items } = await broker.get('BackOffice/GetCustomers', { maxResultCount: 100 })
    const random = chance(seed + at + 1)
    loops.push(repeat(charging(admin, items, random)))
    loops.push(repeat(changingTerms({ admin, broker }, items, { random, name: `${name}-${at}` })))
  }
  return {
    async stop() {
      going = false
      await Promise.all(loops)
    },
  }
}

type Random = () => number
type Customers = readonly {
  readonly id: number
  readonly cscsAccount: string
  readonly customerName: string
}[]

const marketDateOf = async (person: Person) => (await person.get('MarketData/GetSession', {})).marketDate

/** Companies pay dividends and give bonus shares of the days to come, each announced once. */
const announcing = (host: Person, random: Random) => async () => {
  const date = await marketDateOf(host)
  const [registerDate, payDate] = [addBusinessDays(date, 1), addBusinessDays(date, 2)]
  const days = { securityID: oneOf(random, securities), registerDate, payDate }
  await host.ask('BackOffice/PostCorporateAction', { type: 'dividend', ...days, ratePerShare: 0.1234 })
  await host.ask('BackOffice/PostCorporateAction', { type: 'bonus', ...days, ratio: '1:50' })
}

/** A firm has minimums and rates of its own, and agrees others with its customers. */
const charging = (admin: Person, customers: Customers, random: Random) => async () => {
  const dateFrom = addBusinessDays(await marketDateOf(admin), between(random, 1, 3))
  const rate = {
    side: oneOf(random, [Side.buy, Side.sell]),
    item: oneOf(random, ['commission', 'sec', 'tradeAlert'] as const),
    dateFrom,
    ratePpm: between(random, 0, 20_000),
    minimum: between(random, 0, 50_000) / 100,
    vatPpm: oneOf(random, [0, 75_000]),
  }
  const agreed = {
    customerId: oneOf(random, customers).id,
    dateFrom,
    commissionPpm: between(random, 0, 10_000),
    stampDutyExempt: random() < 0.5,
  }
  await admin.ask('Fees/Update', { rates: [rate], customers: [agreed] })
}

interface Staff {
  readonly admin: Person
  readonly broker: Person
}

/** Where the cash of accounts goes is changed by one and decided by another. */
const changingTerms =
  ({ admin, broker }: Staff, customers: Customers, { random, name }: { random: Random; name: string }) =>
  async (n: number) => {
    const terms = oneOf(random, [
      { cashRoute: 'direct', bankCode: '011', bankAccount: '0000014579' },
      { cashRoute: 'broker', bankCode: null, bankAccount: null },
    ] as const)
    const { cscsAccount: cscsAcct, customerName: accountName } = oneOf(random, customers)
    const asked = await admin.ask('BackOffice/UpdateAccountTerms', {
      postingID: `${name}-${n}`,
      cscsAcct,
      accountName,
      ...terms,
    })
    const id = asked.result?.id
    if (id === undefined || random() < 0.1) return
    if (random() < 0.2) await broker.ask('BackOffice/RejectCashEntry', { id, reason: 'Unknown bank' })
    else await broker.ask('BackOffice/ApproveCashEntry', { id })
  }
