import {
  type Announcement,
  type CallOutput,
  type CallRequest,
  type CorporateActionEffect,
  type CorporateActionRow,
  type CorporateActionTerms,
  corporateActionList,
  type EntitlementDue,
  type EntitlementRow,
  entitlementList,
  exDateOf,
  exReferencePx,
  isRefusal,
  nairaOfRate,
  nairaToPrice,
  newsInWords,
  type Refusal,
  rateOfNaira,
  ratioOf,
  refuse,
  shownRatio,
  toNaira,
} from '@tradebook/contract'
import type { Selectable } from 'kysely'
import type { DeskPort } from '../../desk/desk-port.ts'
import { type DeskAnswer, originOf } from '../../desk/inputs.ts'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import { fileOf } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { defaultLanguage, translateTo } from '../../platform/localisation.ts'
import { pageOf } from '../../store/list-rows.ts'
import type { CorporateActions } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { entitlementOf, registerOf, toEntitlementRow, totalsOf } from './entitlements.ts'

export interface CorporateActionDependencies {
  readonly store: Pick<Store, 'forTenant'>
  readonly desk: Pick<DeskPort, 'submit' | 'listings'>
  readonly picture: Pick<MarketPicture, 'statisticsOf'>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

type CorporateActionCalls =
  `BackOffice/${'GetCorporateActions' | 'DownloadCorporateActions' | 'PreviewCorporateAction' | 'GetEntitlementsDue' | 'DownloadCorporateActionEntitlements' | 'PostCorporateAction' | 'RevokeCorporateAction'}`

type Asked = CallRequest<'BackOffice/PostCorporateAction'>

/** What companies do to their shareholders: the desk decides and posts it; what it comes to is read from the record. */
export function corporateActionHandlers({
  store,
  desk,
  picture,
  marketDate,
}: CorporateActionDependencies): Handlers<CorporateActionCalls> {
  const announced = (caller: Caller): Promise<CorporateActionRow[]> =>
    store.forTenant(caller.tenantId).read(async (tx) => {
      const rows = await tx
        .selectFrom('corporate_actions')
        .innerJoin('securities', 'securities.security_id', 'corporate_actions.security_id')
        .selectAll('corporate_actions')
        .select('securities.name')
        .execute()
      const seesWho = caller.permissions.has('MARKET_CONTROL')
      return rows.map((row) => toRow(row, marketDate(), seesWho))
    })

  /** What an action comes to for the caller's firm; a refusal where its terms are not complete. */
  const effectOf = async (
    caller: Caller,
    asked: Asked,
  ): Promise<{ readonly rows: EntitlementRow[]; readonly effect: CorporateActionEffect } | Refusal> => {
    const terms = termsOf(asked)
    if (isRefusal(terms)) return terms
    const { securityID } = terms
    const listed = desk.listings.find((listing) => listing.securityID === securityID)
    if (!listed) return refuse('unknownSecurity', { securityID })
    const { isRegistered, owners } = await store
      .forTenant(caller.tenantId)
      .read((tx) => registerOf(tx, terms))
    const entitlements = owners.map((owner) => entitlementOf(terms, owner))
    const published = nairaToPrice(picture.statisticsOf(securityID)?.publishedPx ?? 0)
    const isDiluting = terms.type !== 'dividend' && published !== undefined
    return {
      rows: entitlements.map(toEntitlementRow),
      effect: {
        exDate: exDateOf(terms.registerDate),
        payDate: terms.payDate,
        publishedPx: published === undefined ? null : toNaira(published),
        referencePx: isDiluting ? toNaira(exReferencePx(published, terms, listed.tickKobo)) : null,
        isRegistered,
        totals: totalsOf(entitlements),
      },
    }
  }

  return {
    'BackOffice/GetCorporateActions': async (input, { caller }) =>
      pageOf(corporateActionList, await announced(caller), input),

    'BackOffice/DownloadCorporateActions': async (input, { caller, translate }) => {
      const rows = await announced(caller)
      return fileOf(corporateActionList, rows, { ...input, translate, of: [marketDate()] })
    },

    'BackOffice/PreviewCorporateAction': async (input, { caller }) => {
      const found = await effectOf(caller, input)
      if (isRefusal(found)) return found
      return { ...pageOf(entitlementList, found.rows, input), ...found.effect }
    },

    'BackOffice/DownloadCorporateActionEntitlements': async (input, { caller, translate }) => {
      const found = await effectOf(caller, input)
      if (isRefusal(found)) return found
      const of = [input.securityID, input.type, input.registerDate]
      return fileOf(entitlementList, found.rows, { ...input, translate, of })
    },

    'BackOffice/GetEntitlementsDue': async ({ cscsAcct, asOf }, { caller }) => {
      const today = marketDate()
      const date = asOf ?? today
      if (date > today) return refuse('dateNotReached', { date, today })
      return store.forTenant(caller.tenantId).read(async (tx) => {
        const account = await findAccount(tx, caller, cscsAcct)
        return account === undefined
          ? refuse('unknownAccount', { account: cscsAcct })
          : { items: await dueTo(tx, account, date) }
      })
    },

    'BackOffice/PostCorporateAction': async (asked, context) => {
      const terms = termsOf(asked)
      if (isRefusal(terms)) return terms
      const news = newsOf(terms.securityID, announcementOf(terms))
      const origin = originOf(context)
      return answerOf(await desk.submit({ kind: 'announceCorporateAction', origin, terms, news }))
    },

    'BackOffice/RevokeCorporateAction': async ({ id }, context) => {
      const found = (await announced(context.caller)).find((row) => row.id === id)
      if (!found) return refuse('unknownCorporateAction', { id })
      if (found.state === 'revoked') return { id }
      const { type, securityID, registerDate } = found
      const news = newsOf(securityID, { kind: 'revoked', values: { securityID, registerDate, type } })
      const answer = await desk.submit({ kind: 'revokeCorporateAction', origin: originOf(context), id, news })
      const answered = answerOf(answer)
      return isRefusal(answered) ? answered : { id }
    },
  }
}

function answerOf(answer: DeskAnswer): CallOutput<'BackOffice/PostCorporateAction'> | Refusal {
  if (answer.kind === 'refused') return answer.refusal
  if (answer.kind !== 'done') throw new Error(`the desk answered ${answer.kind}`)
  return { id: answer.sequence }
}

/** What an account is due, at the end of a market day, from actions whose ex-day has come and whose payment date has not. */
async function dueTo(tx: Tx, account: string, date: string): Promise<EntitlementDue[]> {
  const actions = await tx
    .selectFrom('corporate_actions')
    .selectAll()
    .where('revoked_at', 'is', null)
    .where('ex_date', '<=', date)
    .where('pay_date', '>', date)
    .orderBy('pay_date')
    .orderBy('id')
    .execute()
  const due: EntitlementDue[] = []
  for (const action of actions) {
    const terms = recordedTerms(action)
    const { isRegistered, owners } = await registerOf(tx, terms, account)
    const [owner] = owners
    if (!owner) continue
    const { net, shares } = toEntitlementRow(entitlementOf(terms, owner))
    if (net === 0 || shares === 0) continue
    const { type, securityID, payDate } = terms
    due.push({ id: Number(action.id), type, securityID, payDate, isRegistered, net, shares })
  }
  return due
}

/** The terms of an action as the record has them. */
function recordedTerms(row: Selectable<CorporateActions>): CorporateActionTerms {
  const { security_id: securityID, register_date: registerDate, pay_date: payDate } = row
  const dated = { securityID, registerDate, payDate }
  if (row.rate !== null) return { ...dated, type: 'dividend', rate: row.rate }
  const ratio = { shares: BigInt(row.ratio_shares ?? 0), held: BigInt(row.ratio_held ?? 1) }
  return { ...dated, type: row.type as 'bonus' | 'split', ratio }
}

const EARLIEST_REGISTER_DATE = '1960-01-01'

/** The terms that were asked for; a refusal where they are not those of their type. */
function termsOf({
  type,
  ratePerShare,
  ratio: text,
  payDate: asked,
  securityID,
  registerDate,
}: Asked): CorporateActionTerms | Refusal {
  // The ex-day is days before it, and no calendar has these.
  if (registerDate < EARLIEST_REGISTER_DATE)
    return refuse('corporateActionDates', { registerDate, payDate: asked ?? '–' })
  const payDate = type === 'split' ? exDateOf(registerDate) : asked
  if (payDate === undefined) return refuse('corporateActionInvalid')
  if (type === 'dividend') {
    const rate = ratePerShare === undefined ? undefined : rateOfNaira(ratePerShare)
    return rate === undefined || text !== undefined
      ? refuse('corporateActionInvalid')
      : { type, securityID, registerDate, payDate, rate }
  }
  const ratio = text === undefined ? undefined : ratioOf(text)
  const isChange = ratio !== undefined && (type === 'bonus' || ratio.shares !== ratio.held)
  return isChange && ratePerShare === undefined
    ? { type, securityID, registerDate, payDate, ratio }
    : refuse('corporateActionInvalid')
}

function toRow(
  row: Selectable<CorporateActions> & { readonly name: string },
  marketDate: string,
  seesWho: boolean,
): CorporateActionRow {
  return {
    id: Number(row.id),
    type: row.type as CorporateActionRow['type'],
    securityID: row.security_id,
    securityDesc: row.name,
    registerDate: row.register_date,
    exDate: row.ex_date,
    payDate: row.pay_date,
    ratePerShare: row.rate === null ? null : nairaOfRate(row.rate),
    ratio: row.ratio_shares === null ? null : `${row.ratio_shares}:${row.ratio_held}`,
    state: stateOf(row, marketDate),
    announcedAt: row.announced_at.toISOString(),
    announcedBy: seesWho ? row.announced_by : null,
  }
}

function stateOf(row: Selectable<CorporateActions>, marketDate: string): CorporateActionRow['state'] {
  if (row.revoked_at !== null) return 'revoked'
  if (row.pay_date <= marketDate) return 'paid'
  return row.ex_date <= marketDate ? 'effective' : 'announced'
}

/** Where news come from that market control publishes. */
const NEWS_SOURCE = 'Market control'

/** News of a corporate action. What is kept of it in words, for keywords to be found in, is in the market's language. */
const newsOf = (securityID: string, announcement: Announcement) =>
  newsInWords(
    { headline: '', body: '', source: NEWS_SOURCE, urgency: '1', securityIDs: [securityID], announcement },
    translateTo(defaultLanguage),
  )

function announcementOf(terms: CorporateActionTerms): Announcement {
  const { type: kind, securityID, registerDate, payDate } = terms
  const what: Announcement['values'] =
    terms.type === 'dividend' ? { rate: nairaOfRate(terms.rate) } : { ratio: shownRatio(terms.ratio) }
  return { kind, values: { securityID, registerDate, payDate, exDate: exDateOf(registerDate), ...what } }
}
