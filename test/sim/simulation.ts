import { nextBusinessDay } from '@tradebook/contract'
import { type ClientInput, installation } from '../../apps/server/src/desk/inputs.ts'
import type { EventBatch } from '../../apps/server/src/desk/publishing/desk-events.ts'
import type { CrowdCommand, CrowdReport } from '../../apps/server/src/venue/embedded/crowd-port.ts'
import { between, chance } from '../chance.ts'
import { canonical, must } from './audit.ts'
import { AuditedTurns } from './audited-turns.ts'
import { Claims } from './claims.ts'
import { Commands } from './commands.ts'
import { Crowd } from './crowd.ts'
import { HOST } from './draws.ts'
import { SimulatedNetwork } from './link.ts'
import { securities } from './plan.ts'
import { nothingReached, type Reached } from './reached.ts'
import { SimulatedRecord } from './record.ts'
import { SimulatedProcess } from './simulated-process.ts'
import { SlowVenue } from './slow-venue.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'
import { SimulatedTime } from './time.ts'
import { MARKET_CONTROL } from './trades-at-venue.ts'
import { WholeAudit } from './whole-audit.ts'

/** Where orders trade. */
export type SimulatedVenue = 'embedded' | 'slow'

const FIRST_DAY = '2026-11-19'
const securityIDs = securities.map(({ securityID }) => securityID)
/** A desk that nothing troubles any more works again within so long. */
const BACK_WITHIN_MS = 30_000
/** A desk whose record is away now and then starts within so many attempts. */
const MOST_ATTEMPTS = 30

/**
 * The whole desk with its embedded exchange on a simulated clock and record: random firms and a
 * random crowd, lost connections, commits that are refused or in doubt, a record that freezes, dying
 * processes, other desks that take over, nights and new market days, all from one seed. What is
 * answered and published is held against the record at once; whenever the desk has come to rest the
 * record is held against its own sums, its journal, and a desk that is rebuilt from it.
 */
export class Simulation {
  readonly reached: Reached = nothingReached()
  readonly #random: () => number
  readonly #commands: Commands
  readonly #time = new SimulatedTime(Date.parse(`${FIRST_DAY}T09:30:00Z`))
  readonly #record: SimulatedRecord
  readonly #claims: Claims
  readonly #network: SimulatedNetwork
  readonly #crowd = new Crowd(securityIDs)
  readonly #whole = new WholeAudit(securityIDs, this.reached)
  readonly #turns: AuditedTurns
  #process: SimulatedProcess
  /** The exchange on a line; absent where orders trade on the embedded one. */
  readonly #slow: SlowVenue | undefined
  /** Orders that only the exchange has and that the account cannot hold. */
  readonly #notAdopted = new Set<string>()
  /** Who is saying of which order what became of it. */
  readonly #settling = new Set<string>()
  /** The first fault that was found where no caller could receive an error. */
  #failure: Error | undefined

  private constructor(seed: number, venue: SimulatedVenue) {
    this.#random = chance(seed)
    this.#commands = new Commands(this.#random)
    this.#record = new SimulatedRecord(securities, FIRST_DAY, venue === 'slow')
    this.#claims = new Claims(this.#record, this.reached)
    this.#turns = new AuditedTurns(this.#record, this.reached)
    this.#network = new SimulatedNetwork(this.#record, this.#time, this.#random)
    this.#slow = venue === 'slow' ? new SlowVenue(this.#network, this.#record) : undefined
    this.#process = this.#newProcess()
  }

  static async begin(seed: number, venue: SimulatedVenue = 'embedded'): Promise<Simulation> {
    const simulation = new Simulation(seed, venue)
    const commands = simulation.#commands
    await simulation.#calmly(() => simulation.#start())
    await simulation.submitAll(commands.openFirms())
    await simulation.submitAll(commands.firstSettings())
    await simulation.submitAll(commands.openAccounts())
    await simulation.submitAll(commands.endowments(simulation.#surroundings()))
    return simulation
  }

  /** Some inputs at once, some time, and now and then something that goes wrong or a look at it all. */
  async step(): Promise<void> {
    if (this.#slow) return this.#slowStep(this.#slow)
    for (let count = between(this.#random, 1, 4); count > 0; count -= 1) this.#ask()
    const roll = this.#random()
    if (roll < 0.01) this.#process.client.disconnect()
    else if (roll < 0.018) await this.#crash()
    else if (roll < 0.022) await this.#takeOver()
    else if (roll < 0.04) await this.#turnDay()
    else if (roll < 0.08) await this.#endInterruption()
    await this.#pass(between(this.#random, 0, 12))
    if (this.#random() < 0.04) await this.rest()
  }

  /**
   * A step with an exchange on a line: it does what it likes, the line drops, and the process dies. After it the record
   * agrees with itself, and nothing has traded that did not at the exchange.
   */
  async #slowStep(slow: SlowVenue): Promise<void> {
    for (let count = between(this.#random, 1, 4); count > 0; count -= 1) this.#ask()
    if (this.#random() < 0.5) slow.surprise()
    const roll = this.#random()
    if (roll < 0.01) this.#process.client.disconnect()
    else if (roll < 0.03) await this.#crash()
    else if (roll < 0.035) await this.#takeOver()
    else if (roll < 0.08) slow.drop()
    else if (roll < 0.09) await this.#crossMidnight(slow)
    else if (roll < 0.11) slow.restart()
    await this.#pass(between(this.#random, 0, 12))
    this.#whole.runRecord({ record: this.#record, overLine: true })
    slow.trades.auditNumbers()
    if (this.#random() < 0.1) await this.#look()
    if (this.#random() < 0.04) await this.rest()
  }

  /** The desk is at rest and audited, however much the exchange on a line has left unanswered. */
  async #look(): Promise<void> {
    this.#network.calm = true
    await this.#until(() => this.#process.isAtRest, 'the desk does not come to rest')
    this.#network.calm = false
    this.#auditWhole()
  }

  /** Submits all while nothing fails, and waits for the answers. */
  async submitAll(inputs: readonly ClientInput[]): Promise<void> {
    await this.#calmly(async () => {
      for (const input of inputs) this.#submit(input)
    })
  }

  /** Time goes on to the end of a security's auction, which the desk has not seen on the clock yet. */
  async passUntilDue(securityID: string): Promise<void> {
    const due = this.#record.securityStates.get(securityID)?.reopeningUntil
    must(due != null, `no auction of ${securityID} is due`)
    await this.#time.leapTo(due - 10)
    await this.#pass(10)
  }

  /** So many market days go by on which nobody submits anything. */
  async passDays(count: number): Promise<void> {
    for (let passed = 0; passed < count; passed += 1) {
      await this.#time.leapTo(Date.parse(`${nextBusinessDay(this.#record.marketDate)}T09:20:00Z`))
      await this.rest()
    }
  }

  /** Nothing goes wrong for a while: the desk comes back, everybody is answered, and all is audited. */
  async rest(): Promise<void> {
    await this.#calmly(async () => {})
    this.#audit()
  }

  /** All is audited a last time, and again after a restart. */
  async finish(): Promise<void> {
    await this.rest()
    await this.#calmly(async () => {
      this.#process.client.kill()
      this.#process = this.#newProcess()
      await this.#start()
    })
    this.#audit(true)
  }

  /** How much of everything the exchange on a line did. */
  get slowDid(): SlowVenue['did'] | undefined {
    return this.#slow?.did
  }

  /** One text for everything that was kept: two runs of a seed give the same. */
  digest(): string {
    const { journal, orders, ledger, marketTime, epoch } = this.#record
    return canonical([
      journal,
      [...orders.lines.values()],
      [...ledger.cash.values()],
      [...ledger.positions.values()],
      marketTime,
      epoch,
    ])
  }

  /** For the test that shows that the audit sees: a kobo appears in an account from nowhere. */
  conjure(): void {
    this.#record.ledger.brought.add('NGN', -1n)
    this.#audit()
  }

  #newProcess(): SimulatedProcess {
    const started = new SimulatedProcess(this.#network, this.#slow)
    started.desk.subscribe((batch) => this.#watch(() => this.#published(started, batch)))
    return started
  }

  /** As an operator starts a server: again, when it could not start. */
  async #start(): Promise<void> {
    for (let attempts = 1; ; attempts += 1) {
      must(attempts <= MOST_ATTEMPTS, 'the desk does not start')
      let outcome: 'started' | 'failed' | undefined
      this.#process.desk.start().then(
        () => {
          outcome = 'started'
        },
        () => {
          outcome = 'failed'
        },
      )
      while (!outcome) await this.#pass(5)
      if (outcome === 'started') return
      this.#process.client.kill()
      this.#process = this.#newProcess()
    }
  }

  #ask(): void {
    const surroundings = this.#surroundings()
    const input = this.#slow ? this.#commands.nextOverLine(surroundings) : this.#commands.next(surroundings)
    this.reached.inputs += 1
    if (input.kind !== 'marketWork') this.#submit(input)
    else if (this.#process.desk.offer(input.work)) {
      for (const command of input.work as readonly CrowdCommand[]) this.#crowd.offered(command)
    }
  }

  #submit(input: ClientInput): void {
    this.#process.submit(input, (answer) => this.#watch(() => this.#claims.answered(input, answer)))
  }

  /** What is published is recorded, in order and once. */
  #published(by: SimulatedProcess, published: EventBatch): void {
    if (by.begins(published)) {
      this.reached.rebuilds += 1
      this.#crowd.vanish()
    }
    const { events, workReports } = published
    for (const event of events) this.#claims.published(event, by.unpublished)
    // A desk that was replaced publishes to its own pages that it is not connected any more.
    if (by !== this.#process) return
    this.#whole.books.apply(events)
    this.#crowd.reported(workReports as readonly CrowdReport[])
  }

  /** The process dies: before the batch in flight was kept, or just after. */
  async #crash(): Promise<void> {
    this.reached.crashes += 1
    this.#process.client.kill()
    this.#crowd.vanish()
    this.#process = this.#newProcess()
    await this.#start()
  }

  /** Another server takes the record over; the desk that had it must end by itself. */
  async #takeOver(): Promise<void> {
    this.reached.takeovers += 1
    const replaced = this.#process
    this.#process = this.#newProcess()
    await this.#start()
    await this.#calmly(() => this.#until(() => replaced.hasEnded, 'a desk that was replaced goes on'))
    must(replaced.unanswered.size === 0, 'a desk that was replaced leaves callers without an answer')
    void replaced.desk.end()
    replaced.client.kill()
  }

  /** Trading ends; the first instant of the next business day's trading. */
  async #turnDay(): Promise<void> {
    const today = this.#record.marketDate
    await this.rest()
    for (const phase of ['13:20:05', '13:25:05']) await this.#visit(Date.parse(`${today}T${phase}Z`))
    await this.#time.leapTo(Date.parse(`${today}T14:00:00Z`))
    this.#ask()
    this.#ask()
    await this.rest()
    const next = nextBusinessDay(today)
    const settledBefore = this.#turns.settled
    for (const phase of ['08:30:05', '08:55:05']) await this.#visit(Date.parse(`${next}T${phase}Z`))
    await this.#visit(Date.parse(`${next}T09:00:05Z`))
    // From a quarter past ten in Lagos on the circuit breaker acts.
    await this.#time.leapTo(Date.parse(`${next}T09:20:00Z`))
    await this.rest()
    this.#turns.audit(next, settledBefore)
  }

  /** The market closes and opens again on the next business day, however much is unanswered, and whether or not the line is down. */
  async #crossMidnight(slow: SlowVenue): Promise<void> {
    const { marketDate: today } = this.#record
    const next = nextBusinessDay(today)
    const settledBefore = this.#turns.settled
    if (this.#random() < 0.3) slow.drop()
    if (this.#random() < 0.7) {
      await this.#time.leapTo(Date.parse(`${today}T14:00:00Z`))
      this.#ask()
      await this.#pass(between(this.#random, 0, 300))
    }
    if (this.#random() < 0.3) slow.drop()
    await this.#time.leapTo(Date.parse(`${next}T09:20:00Z`))
    if (this.#random() < 0.3) await this.#crash()
    // A desk that nobody asks anything looks at the clock once a second.
    await this.#pass(1_001)
    await this.#look()
    this.#turns.audit(next, settledBefore)
  }

  /** Time goes on to what ends a halt by the circuit breaker, or an auction after a halt; nothing where there is none. */
  async #endInterruption(): Promise<void> {
    await this.rest()
    const { market, securityStates, marketDate } = this.#record
    const { session } = this.#process.desk
    const isInterrupted = market?.phase === 'halted' || market?.phase === 'reopening'
    const ends = [...securityStates.values()].flatMap(({ reopeningUntil }) => reopeningUntil ?? [])
    if (isInterrupted && session?.nextAt) ends.push(Date.parse(session.nextAt))
    const end = Math.min(...ends)
    // The call before the close has visits of its own.
    if (end < Date.parse(`${marketDate}T13:15:00Z`)) await this.#visit(end)
  }

  /** Some inputs in a phase that collects orders; now and then the process dies in it, or nobody is there. */
  async #visit(time: number): Promise<void> {
    const roll = this.#random()
    if (roll < 0.2) return
    await this.#time.leapTo(time)
    for (let count = between(this.#random, 2, 8); count > 0; count -= 1) this.#ask()
    await this.#pass(5)
    if (roll < 0.4) await this.#crash()
    await this.rest()
  }

  /** Nothing fails until what was begun has come to rest. */
  async #calmly(work: () => Promise<void>): Promise<void> {
    this.#network.calm = true
    await work()
    const isAtRest = () => this.#process.isAtRest && (this.#slow?.isAtRest ?? true) && this.#answersAll()
    await this.#until(isAtRest, 'the desk does not come to rest')
    this.#network.calm = false
  }

  /** @throws Error with what is wrong when it takes too long. */
  async #until(isSo: () => boolean, otherwise: string): Promise<void> {
    for (let waited = 0; !isSo(); waited += 10) {
      this.#settleDoubts()
      this.#settleUnclaimed()
      this.#decideCorrections()
      must(waited < BACK_WITHIN_MS, `${otherwise}: ${canonical(this.#whatIsOpen())}`)
      await this.#pass(10)
    }
  }

  /** Two operators call the exchange about the orders in doubt, each for itself. */
  #settleDoubts(): void {
    if (!this.#process.desk.status.ready) return
    for (const { orderID, proposal } of this.#record.openDoubts) {
      const as = this.#slow?.truthOf(orderID)
      const userId = proposal ? 902 : 901
      const key = `${orderID} ${userId}`
      if (!as || this.#settling.has(key)) continue
      this.#settling.add(key)
      const origin = { ...installation(HOST.tenantId), userId }
      const confirms = proposal
      this.#process.submit({ kind: 'settleDoubt', origin, orderID, as, reason: 'Called', confirms }, () => {
        this.#settling.delete(key)
      })
    }
  }

  /** Two operators have an account adopt an order that only the exchange has; where it cannot, they have it cancelled. */
  #settleUnclaimed(): void {
    if (!this.#process.desk.status.ready) return
    const [account] = this.#record.firms.accounts
    for (const { venueOrderID, proposal, isDecided } of this.#record.openUnclaimed) {
      const userId = proposal?.byId === 901 ? 902 : 901
      const key = `${venueOrderID} ${userId}`
      if (isDecided || !account || this.#settling.has(key)) continue
      this.#settling.add(key)
      const adopts = !this.#notAdopted.has(venueOrderID)
      this.#process.submit(
        {
          ...{ kind: 'settleUnclaimed', origin: { ...installation(HOST.tenantId), userId } },
          ...{ venueOrderID, reason: 'Called', confirms: proposal },
          ...(adopts
            ? { as: 'adopted', firm: account.tenantId, account: account.account }
            : { as: 'canceled' }),
        },
        (answer) => {
          this.#settling.delete(key)
          if (answer.kind === 'refused') this.#notAdopted.add(venueOrderID)
        },
      )
    }
  }

  /** A person of market control confirms or rejects what an exchange on a line has changed after settlement. */
  #decideCorrections(): void {
    if (!this.#process.desk.status.ready) return
    for (const { id, tradeNumber, orderID } of this.#record.openCorrections) {
      const key = `correction ${id}`
      if (!this.#slow || orderID === null || this.#settling.has(key)) continue
      this.#settling.add(key)
      const origin = { ...installation(HOST.tenantId), userId: MARKET_CONTROL }
      const approves = this.#slow.trades.approves(orderID)
      const decision = { approves, reason: approves ? null : 'Not agreed' }
      this.#process.submit(
        { kind: 'decideTradeCorrection', origin, id, tradeNumber, orderID, ...decision },
        () => this.#settling.delete(key),
      )
    }
  }

  /** Whether no command to an exchange on a line waits for its answer, no order is in doubt, and no change of a trade waits. */
  #answersAll(): boolean {
    const { openDoubts, openCorrections, openUnclaimed, venueCommands } = this.#record
    return (
      openDoubts.length + openCorrections.length === 0 &&
      openUnclaimed.every(({ isDecided }) => isDecided) &&
      [...venueCommands.values()].every(({ answeredAt }) => answeredAt !== null)
    )
  }

  /** What a desk that does not come to rest waits for. */
  #whatIsOpen(): object {
    const { openDoubts, openCorrections, venueCommands } = this.#record
    return {
      ...this.#process.desk.status,
      ...{ openDoubts, openCorrections, isSlowAtRest: this.#slow?.isAtRest },
      unanswered: [...venueCommands.values()].filter(({ answeredAt }) => answeredAt === null),
    }
  }

  #audit(isLast = false): void {
    this.#auditWhole(isLast)
    this.#slow?.audit()
  }

  #auditWhole(isLast = false): void {
    const now = this.#time.wall()
    const overLine = this.#slow !== undefined
    const [record, process, crowd] = [this.#record, this.#process, this.#crowd]
    this.#whole.run({ ...{ record, process, crowd }, ...{ now, overLine, isLast } })
  }

  #surroundings(): Surroundings {
    return surroundingsOf(this.#network.record, this.#crowd)
  }

  async #pass(ms: number): Promise<void> {
    await this.#time.pass(ms)
    const failure = this.#failure ?? this.#record.broken
    if (failure) throw failure
  }

  /** Runs a check where a desk would take its failure for its own. */
  #watch(check: () => void): void {
    try {
      check()
    } catch (error) {
      this.#failure ??= error as Error
    }
  }
}
