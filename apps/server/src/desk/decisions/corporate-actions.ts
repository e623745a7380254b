import { isDeepStrictEqual } from 'node:util'
import {
  addDays,
  type CorporateAction,
  type CorporateActionTerms,
  dilutionOf,
  exDateOf,
  exReferencePx,
  GREATEST_REFERENCE_PX,
  HUNDREDTHS_OF_A_KOBO,
  isBusinessDay,
  isDilutionPlausible,
  isoTime,
  MOST_DILUTION,
  type NewsItem,
  type PriceKobo,
  type Refusal,
  refuse,
  shownNaira,
} from '@tradebook/contract'
import type { RegisteredShares } from '@tradebook/ledger'
import type { Order } from '@tradebook/orders'
import { exactJson } from '../../platform/audit.ts'
import { HOST } from '../../store/host.ts'
import type { Listing, RecordedDay } from '../../venue/listing.ts'
import { type ClientInput, type DeskAnswer, type Origin, refusedWith } from '../inputs.ts'
import type { Batch } from './batch.ts'
import type { CorporateActionLine, RecordedCorporateActions } from './corporate-action-lines.ts'
import type { Firm } from './firm.ts'

export type CorporateActionInput = Extract<
  ClientInput,
  { kind: 'announceCorporateAction' | 'revokeCorporateAction' }
>

interface Context {
  readonly batch: Batch
  readonly marketDate: string
  readonly listings: readonly Listing[]
  readonly recorded: RecordedCorporateActions
}

/** So many calendar days ahead a qualification date may lie. */
const MOST_DAYS_AHEAD = 366
/** Accounts that one journal line pays: a line of a statement is known by its line among the entries of one. */
const ACCOUNTS_A_LINE = 1_000

/**
 * What companies do to their shareholders. The host announces and revokes; the rest is work of the change
 * of the market day, which each firm does once for the market days since its books began one last:
 *
 * 1. A split is registered and posted on its ex-day.
 * 2. A dividend or a bonus is registered when its qualification date is over.
 * 3. It is posted on its payment date, by what was registered.
 */
export class CorporateActions {
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #listings: readonly Listing[]
  readonly #lines = new Map<number, CorporateActionLine>()
  readonly #registered = new Map<string, RegisteredShares[]>()
  readonly #firmDays: Map<number, string>

  constructor({ batch, marketDate, listings, recorded }: Context) {
    this.#batch = batch
    this.#marketDate = marketDate
    this.#listings = listings
    for (const line of recorded.lines) this.#lines.set(line.action.id, line)
    for (const { tenantId, actionID, account, quantity } of recorded.registered) {
      const key = registerKey(tenantId, actionID)
      this.#registered.set(key, [...(this.#registered.get(key) ?? []), { account, quantity }])
    }
    this.#firmDays = new Map(recorded.firmDays.map((line) => [line.tenantId, line.marketDate]))
  }

  decide(input: CorporateActionInput, now: number): DeskAnswer {
    if (input.origin.tenantId !== HOST) return refusedWith(refuse('marketControlNotPermitted'))
    return input.kind === 'announceCorporateAction' ? this.#announce(input, now) : this.#revoke(input, now)
  }

  /** Whether accounts of a firm are registered for what is not posted yet. */
  owesTo(tenantId: number): boolean {
    return [...this.#registered].some(([key, lines]) => lines.length > 0 && key.startsWith(`${tenantId}|`))
  }

  /** Whether an open order is of before the ex-day of its security that begins until `date`. */
  endsOrder({ securityID, tradeDate }: Order, date: string): boolean {
    return this.#inForce().some(
      (action) => action.securityID === securityID && tradeDate < action.exDate && action.exDate <= date,
    )
  }

  /** A listing and the prices of its months and of its day, diluted for an ex-day that begins until `date`. */
  diluted(
    listed: Listing,
    { publishedPx }: Pick<RecordedDay, 'publishedPx'>,
    date: string,
  ): { readonly listed: Listing; readonly publishedPx: RecordedDay['publishedPx'] } {
    const terms = this.#inForce().filter(
      (action) =>
        action.securityID === listed.securityID &&
        this.#marketDate < action.exDate &&
        action.exDate <= date &&
        dilutionOf(action) !== undefined,
    )
    const dilute = (price: RecordedDay['publishedPx'], tickKobo: number) =>
      terms.reduce((px, action) => exReferencePx(px, action, tickKobo), price)
    return {
      listed: { ...listed, monthlyCloses: listed.monthlyCloses.map((close) => dilute(close, 1)) },
      publishedPx: dilute(publishedPx, listed.tickKobo),
    }
  }

  /** What the turn to market day `date` does in a firm's books before any note settles. */
  turn({ tenantId, ledger }: Firm, date: string, now: number): void {
    const from = this.#firmDays.get(tenantId) ?? this.#marketDate
    for (const { isRegister, action } of this.#workBetween(from, date)) {
      const key = registerKey(tenantId, action.id)
      if (isRegister) {
        const registered = ledger.registered(action.securityID, action.registerDate)
        this.#batch.registered(registered.map((line) => ({ ...line, tenantId, actionID: action.id })))
        this.#registered.set(key, registered)
        continue
      }
      const registered = this.#registered.get(key) ?? []
      for (let first = 0; first < registered.length; first += ACCOUNTS_A_LINE) {
        const some = registered.slice(first, first + ACCOUNTS_A_LINE)
        const entry = { kind: 'corporatePayment', action, registered: some, date } as const
        const sequence = this.#batch.journal(tenantId, now, entry)
        this.#batch.posted(tenantId, sequence, ledger.payCorporateAction(action, some, date))
      }
      this.#registered.delete(key)
    }
    this.#firmDays.set(tenantId, date)
    this.#batch.firmTurned({ tenantId, marketDate: date })
  }

  #announce(
    { origin, terms, news }: Extract<CorporateActionInput, { kind: 'announceCorporateAction' }>,
    now: number,
  ): DeskAnswer {
    const known = this.#inForce().find((action) => isSameAction(action, terms))
    if (known) {
      const { id, exDate: _, ...before } = known
      return isDeepStrictEqual(before, datedTerms(terms))
        ? { kind: 'done', sequence: id }
        : refusedWith(refuse('corporateActionAnnounced', { id, securityID: terms.securityID }))
    }
    const refusal = this.#refusalOf(terms)
    if (refusal) return refusedWith(refusal)
    const dated = { ...datedTerms(terms), exDate: exDateOf(terms.registerDate) }
    const id = this.#batch.journal(HOST, now, { kind: 'corporateAction', terms: dated })
    const action: CorporateAction = { ...dated, id }
    this.#keep({ action, announced: { by: origin.userName, at: isoTime(now) }, revoked: null })
    this.#publish(news, now)
    this.#audit(origin, 'PostCorporateAction', action)
    return { kind: 'done', sequence: id }
  }

  #revoke(
    { origin, id, news }: Extract<CorporateActionInput, { kind: 'revokeCorporateAction' }>,
    now: number,
  ): DeskAnswer {
    const line = this.#lines.get(id)
    if (!line) return refusedWith(refuse('unknownCorporateAction', { id }))
    if (line.revoked) return { kind: 'done', sequence: id }
    const { exDate } = line.action
    if (exDate <= this.#marketDate) return refusedWith(refuse('corporateActionBegun', { id, exDate }))
    const sequence = this.#batch.journal(HOST, now, { kind: 'corporateRevocation', id })
    this.#keep({ ...line, revoked: { by: origin.userName, at: isoTime(now) } })
    this.#publish(news, now)
    this.#audit(origin, 'RevokeCorporateAction', { id })
    return { kind: 'done', sequence }
  }

  #refusalOf(terms: CorporateActionTerms): Refusal | undefined {
    const { securityID, registerDate } = terms
    const listed = this.#listings.find((listing) => listing.securityID === securityID)
    if (!listed) return refuse('unknownSecurity', { securityID })
    const { payDate } = datedTerms(terms)
    const exDate = exDateOf(registerDate)
    if (exDate <= this.#marketDate) return refuse('corporateActionLate', { registerDate, exDate })
    const isInOrder = terms.type === 'split' || (payDate > registerDate && isBusinessDay(payDate))
    const latest = addDays(this.#marketDate, MOST_DAYS_AHEAD)
    if (
      !isInOrder ||
      !isBusinessDay(registerDate) ||
      registerDate > latest ||
      payDate > addDays(latest, MOST_DAYS_AHEAD)
    )
      return refuse('corporateActionDates', { registerDate, payDate })
    return this.#refusalOfFigures(terms, listed.referencePx)
  }

  /** A figure that was mistyped could bring a price or a payment beyond what is recorded, on the day it takes effect. */
  #refusalOfFigures(terms: CorporateActionTerms, price: PriceKobo): Refusal | undefined {
    if (terms.type === 'dividend') {
      const isMoreThanShare = terms.rate > BigInt(price) * HUNDREDTHS_OF_A_KOBO
      return isMoreThanShare ? refuse('corporateActionRate', { price: shownNaira(BigInt(price)) }) : undefined
    }
    const announced = this.#inForce().filter(
      ({ securityID, exDate }) => securityID === terms.securityID && exDate > this.#marketDate,
    )
    return isDilutionPlausible(price, [...announced, terms])
      ? undefined
      : refuse('corporateActionRatio', {
          most: String(MOST_DILUTION),
          price: shownNaira(BigInt(GREATEST_REFERENCE_PX)),
        })
  }

  /** What is due in a firm's books after market day `from` and until `date`, in its order. */
  #workBetween(from: string, date: string): Work[] {
    return this.#inForce()
      .flatMap((action): Work[] => {
        const { type, exDate, registerDate, payDate } = action
        const isSplit = type === 'split'
        const isRegistered = isSplit
          ? from < exDate && exDate <= date
          : from <= registerDate && registerDate < date
        const isPaid = from < payDate && payDate <= date
        return [
          ...(isRegistered
            ? [{ action, isRegister: true, at: isSplit ? `${exDate} 0` : `${registerDate} 2` }]
            : []),
          ...(isPaid ? [{ action, isRegister: false, at: `${payDate} 1` }] : []),
        ]
      })
      .sort((a, b) => (a.at === b.at ? a.action.id - b.action.id : a.at < b.at ? -1 : 1))
  }

  #inForce = (): CorporateAction[] =>
    [...this.#lines.values()].filter(({ revoked }) => !revoked).map(({ action }) => action)

  #keep(line: CorporateActionLine): void {
    this.#lines.set(line.action.id, line)
    this.#batch.corporateActionChanged(line)
  }

  #publish(item: Omit<NewsItem, 'id' | 'origTime'>, now: number): void {
    const sequence = this.#batch.journal(HOST, now, { kind: 'news', item })
    this.#batch.news({ ...item, id: String(sequence), origTime: isoTime(now) })
  }

  #audit(origin: Origin, methodName: string, what: object): void {
    const parameters = exactJson(what)
    this.#batch.audited({ origin, serviceName: 'BackOffice', methodName, parameters, exception: null })
  }
}

interface Work {
  readonly action: CorporateAction
  /** Whether the shares are registered; otherwise what is registered is paid. */
  readonly isRegister: boolean
  /** Orders the work: a date, then splits as it begins, then payments, then registers as it ends. */
  readonly at: string
}

/** A split is posted on its ex-day, whatever payment date is sent. */
const datedTerms = (terms: CorporateActionTerms): CorporateActionTerms =>
  terms.type === 'split' ? { ...terms, payDate: exDateOf(terms.registerDate) } : terms

/** A company announces one action of a type for one qualification date. */
const isSameAction = (a: CorporateActionTerms, b: CorporateActionTerms): boolean =>
  a.type === b.type && a.securityID === b.securityID && a.registerDate === b.registerDate

const registerKey = (tenantId: number, actionID: number): string => `${tenantId}|${actionID}`
