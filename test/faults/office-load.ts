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
 * are approved or rejected, deposits that are paid out to the customer's bank account and reversed, freezes that two people
 * lift, corrections of customers, and what companies give. Firms take stop orders from its beginning on. An answer that
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
    loops.push(repeat(reversing({ admin, broker }, items, { random, name: `${name}-${at}` })))
    loops.push(repeat(freezing({ admin, broker }, items, { random, name: `${name}-${at}` })))
    loops.push(repeat(correcting(admin, items, random)))
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
  ({ admin, broker }: Staff, customers: Customers, { random, name }: Named) =>
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
    await decide(broker, asked.result?.id, random)
  }

interface Named {
  readonly random: Random
  readonly name: string
}

/** Approves what another person asked for, rejects it, or leaves it waiting. */
async function decide(by: Person, id: number | undefined, random: Random): Promise<void> {
  if (id === undefined || random() < 0.1) return
  if (random() < 0.2) await by.ask('BackOffice/RejectCashEntry', { id, reason: 'Not so' })
  else await by.ask('BackOffice/ApproveCashEntry', { id })
}

/** Somebody else's money comes in, part of it is paid out to the bank account on file, and the deposit is reversed. */
const reversing =
  ({ admin, broker }: Staff, customers: Customers, { random, name }: Named) =>
  async (n: number) => {
    const { cscsAccount: cscsAcct } = oneOf(random, customers)
    const cash = (type: 'deposit' | 'withdrawal', amount: number) =>
      broker.ask('BackOffice/PostCashEntry', {
        ...{ postingID: `${name}-${type}-${n}`, cscsAcct, type, amount },
        ...{ reference: `${name} ${type} ${n}`, narration: 'Fault test' },
      })
    const amount = between(random, 100, 50_000)
    const entry = (await cash('deposit', amount)).result?.id
    await cash('withdrawal', between(random, 1, amount))
    if (entry === undefined) return
    const reversal = { postingID: `${name}-reversal-${n}`, cscsAcct, entry, reason: 'Another customer' }
    await decide(broker, (await admin.ask('BackOffice/ReverseEntry', reversal)).result?.id, random)
  }

/** An account is frozen by one and released by two. */
const freezing =
  ({ admin, broker }: Staff, customers: Customers, { random, name }: Named) =>
  async (n: number) => {
    const { cscsAccount: cscsAcct } = oneOf(random, customers)
    const from = await marketDateOf(admin)
    const freeze = (
      await admin.ask('BackOffice/FreezeAccount', {
        ...{ postingID: `${name}-freeze-${n}`, cscsAcct, ground: 'courtOrder', reference: `FHC ${n}`, from },
        ...{ reason: 'Order', openOrders: oneOf(random, ['cancel', 'keep'] as const) },
      })
    ).result?.id
    if (freeze === undefined) return
    const lift = { postingID: `${name}-lift-${n}`, cscsAcct, freeze, reason: 'Set aside' }
    // One that nobody lifts stays for the next round of the same account.
    const asked = (await admin.ask('BackOffice/UnfreezeAccount', lift)).result?.id
    if (asked !== undefined) await broker.ask('BackOffice/ApproveCashEntry', { id: asked })
  }

/** Customers move, and a letter about a telephone number is withdrawn by the person who entered it. */
const correcting = (admin: Person, customers: Customers, random: Random) => async (n: number) => {
  const { id } = oneOf(random, customers)
  await admin.ask('Customer/UpdateCustomer', { id, reason: 'Moved', address1: `${n} Marina`, city: 'Lagos' })
  const phoneNumber = `+234 803 ${String(n % 1_000).padStart(3, '0')} 0000`
  const asked = await admin.ask('Customer/UpdateCustomer', { id, reason: 'Letter', phoneNumber })
  if (asked.result?.state === 'waiting')
    await admin.ask('Customer/RejectCustomerChange', { id: asked.result.changeId, reason: 'Withdrawn' })
}
