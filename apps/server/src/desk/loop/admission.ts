import { isTradeChange, isUnreadable } from '@tradebook/orders'
import type { MarketWork } from '../../venue/market-operation.ts'
import type { DeskCore } from '../decisions/core.ts'
import type { CorrectionInput } from '../decisions/trade-corrections.ts'
import type { DeskOptions } from '../desk-options.ts'
import { type ClientInput, type DeskAnswer, refused } from '../inputs.ts'
import type { DeskConnection } from './desk-connection.ts'
import type { Intake } from './intake.ts'
import { RateWatch } from './rate-watch.ts'
import type { Unavailability } from './unavailability.ts'

type ReportInput = Extract<ClientInput, { kind: 'venueReport' }>

export interface AdmissionOptions {
  readonly intake: Intake
  readonly connection: Pick<DeskConnection, 'isTenant' | 'trade' | 'order'>
  /** What prevents taking requests now. */
  readonly unavailability: () => Unavailability | undefined
  /** The core that decides now. */
  readonly core: () => DeskCore | undefined
  readonly options: Pick<DeskOptions, 'time' | 'log' | 'observer'>
}

/**
 * Lets inputs begin to wait. What comes while the desk takes nothing is refused here, and so is a firm that is
 * not a tenant; of that nothing is kept. A user who sends too fast is switched off.
 */
export class Admission {
  readonly #options: AdmissionOptions
  readonly #rates = new RateWatch()

  constructor(options: AdmissionOptions) {
    this.#options = options
  }

  /** Lets a client's input wait. @returns the answer of the desk, or the refusal to let it wait. */
  submit(input: ClientInput): Promise<DeskAnswer> {
    const { unavailability, options } = this.#options
    options.observer?.submitted?.(input)
    const unavailable = unavailability()
    const mayPass = unavailable?.refusal === 'tradingPaused' && input.kind === 'cancelOrder'
    const isRefused = unavailable !== undefined && !mayPass
    if (!isRefused) this.#watch(input)
    const answered = isRefused ? Promise.resolve(refused(unavailable.refusal)) : this.#enter(input)
    // Who submitted it is told that it failed; here nothing waits for it.
    void answered.then(
      (answer) => options.observer?.answered(answer, input),
      () => undefined,
    )
    return answered
  }

  /** Lets work of the market wait; false when none is taken. */
  offer(work: MarketWork): boolean {
    const { intake, unavailability, options } = this.#options
    const isTaken = unavailability() === undefined && intake.offer(work)
    if (!isTaken) options.observer?.workTurnedDown()
    return isTaken
  }

  #enter(input: ClientInput): Promise<DeskAnswer> {
    if (input.kind === 'openFirm') return this.#enterOfTenant(input)
    if (input.kind === 'requestTradeCorrection' || input.kind === 'decideTradeCorrection')
      return this.#enterWithTrade(input)
    if (input.kind === 'venueReport') return this.#enterReport(input)
    if (isSaidByVenue(input)) return this.#options.intake.submitFirst(input)
    return this.#options.intake.submit(input)
  }

  /** The desk keeps no orders that are over: the record's comes with a report about one, and is read again where it was too old. */
  async #enterReport(input: ReportInput, attempts = 3): Promise<DeskAnswer> {
    const { intake, connection, core, unavailability } = this.#options
    const { orderID, report } = input.said
    const lives = orderID !== null && core()?.firmState.found(orderID) !== undefined
    if (orderID === null || isUnreadable(report) || (lives && !isTradeChange(report)))
      return intake.submitFirst(input)
    const read = async () => ({
      trade: isTradeChange(report) ? await connection.trade(report.tradeNumber, orderID) : undefined,
      recorded: await connection.order(orderID),
    })
    const record = await read().catch(() => undefined)
    const refusal = record === undefined ? 'unavailable' : unavailability()?.refusal
    if (refusal || record === undefined) return refused(refusal ?? 'unavailable')
    const answer = await intake.submitFirst({ ...input, ...record })
    const isOld = answer.kind === 'refused' && answer.refusal.refusal === 'orderChanged'
    return isOld && attempts > 1 ? this.#enterReport(input, attempts - 1) : answer
  }

  /** The desk keeps no trades that are over: the record's comes with the input, and is read again where it was too old. */
  async #enterWithTrade(input: CorrectionInput, attempts = 3): Promise<DeskAnswer> {
    const { intake, connection, unavailability } = this.#options
    const orderID = input.kind === 'decideTradeCorrection' ? input.orderID : null
    const recorded = await connection.trade(input.tradeNumber, orderID).catch(() => null)
    if (recorded === null) return refused('unavailable')
    const refusal = unavailability()?.refusal
    if (refusal) return refused(refusal)
    const answer = await intake.submit({ ...input, recorded })
    const isOld = answer.kind === 'refused' && answer.refusal.refusal === 'tradeChanged'
    return isOld && attempts > 1 ? this.#enterWithTrade(input, attempts - 1) : answer
  }

  /** The record would refuse the whole batch with an input that opens a firm that is not a tenant. */
  async #enterOfTenant(input: ClientInput): Promise<DeskAnswer> {
    const { intake, connection, unavailability } = this.#options
    const isTenant = await connection.isTenant(input.origin.tenantId).catch(() => undefined)
    if (isTenant === false) return refused('unknownFirm')
    const refusal = isTenant ? unavailability()?.refusal : 'unavailable'
    return refusal ? refused(refusal) : intake.submit(input)
  }

  /** Switches the kill switch of a user who attempts too many orders on, before any other input is decided. */
  #watch(input: ClientInput): void {
    const { intake, core, options } = this.#options
    const switchedOn = this.#rates.attempted(input, core(), options.time.monotonic())
    if (switchedOn?.kind !== 'setKillSwitch') return
    const { origin, tenantId, id: userId } = switchedOn
    options.log.warn({ tenantId, userId }, 'a user sends orders too fast: the kill switch turns on')
    void intake.submitFirst(switchedOn).then(() => this.#rates.switched(origin, userId))
  }
}

/** What a venue on a line says besides reports comes before what else waits. */
const isSaidByVenue = ({ kind }: ClientInput): boolean =>
  kind === 'venueOrders' || kind === 'venueHalt' || kind === 'venuePhase'
