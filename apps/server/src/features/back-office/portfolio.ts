import { Readable } from 'node:stream'
import {
  addDays,
  isRefusal,
  kobo,
  movementList,
  nairaToKobo,
  type PortfolioDay,
  type Refusal,
  refuse,
  selectRows,
  valuationList,
} from '@tradebook/contract'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import { listFile } from '../../files/list-file.ts'
import type { Print } from '../../files/pdf/printer.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { findAccount, shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { ofPeriod } from '../../platform/of-period.ts'
import { allRows, pageOf, readPage } from '../../store/list-rows.ts'
import type { Tx } from '../../store/store.ts'
import { holderOf, pdfAnswer, pricesOf, valuationDocument, valuationSums } from './account-documents.ts'
import {
  currentCash,
  currentHoldings,
  pastCash,
  pastHoldings,
  realisedGainUntil,
  recordedDays,
} from './account-record.ts'
import { type LetterheadParts, letterheadOf } from './letterhead.ts'
import { movementSource, movementTotals } from './movement-list.ts'
import { valued, worthByDay } from './valuation.ts'

export interface PortfolioDependencies extends LetterheadParts {
  readonly print: Print
  readonly picture: Pick<MarketPicture, 'statisticsOf'>
  /** The market day that trades now, or trades next. */
  readonly marketDate: () => string
}

/** What an account is and was worth, and what moved its shares. */
export function portfolioHandlers({
  store,
  print,
  picture,
  marketDate,
  ...parts
}: PortfolioDependencies): Handlers<
  | `BackOffice/${'Get' | 'Download'}${'DashAccountPortfolioValuation' | 'PortfolioMovement' | 'PortfolioPerformance'}`
  | 'BackOffice/PrintPortfolioValuation'
> {
  /** Reads of an account in one transaction; a refusal where the caller may not look at it. */
  const ofAccount = <T>(
    caller: Caller,
    cscsAccount: string,
    read: (tx: Tx, account: string) => Promise<T>,
  ): Promise<T | Refusal> =>
    store.forTenant(caller.tenantId).read(async (tx) => {
      const account = await findAccount(tx, caller, cscsAccount)
      return account === undefined ? refuse('unknownAccount', { account: cscsAccount }) : read(tx, account)
    })

  /** The same of what an account has in cash, too; a refusal where the caller is not shown it. */
  const withCash = async <T>(
    caller: Caller,
    cscsAccount: string,
    read: (tx: Tx, account: string) => Promise<T>,
  ): Promise<T | Refusal> => {
    const isShown = await shownBalances(store, caller)
    return ofAccount<T | Refusal>(caller, cscsAccount, async (tx, account) =>
      isShown(account) ? read(tx, account) : refuse('balanceNotShown', { account }),
    )
  }

  // Holdings are valued at the published price, which a handful of shares cannot move.
  const currentPrice = (securityID: string) =>
    nairaToKobo(picture.statisticsOf(securityID)?.publishedPx ?? 0) ?? kobo(0)

  const valuation = (caller: Caller, input: { cscsAcct: string; asOf?: string | undefined }) => {
    const today = marketDate()
    const asOf = input.asOf ?? today
    if (asOf > today) return Promise.resolve(refuse('dateNotReached', { date: asOf, today }))
    return withCash(caller, input.cscsAcct, async (tx, account) => {
      const isPast = asOf < today
      const holdings = isPast
        ? await pastHoldings(tx, account, asOf)
        : await currentHoldings(tx, account, currentPrice)
      const cash = isPast ? await pastCash(tx, account, asOf) : await currentCash(tx, account)
      const realisedGain = await realisedGainUntil(tx, account, asOf)
      return { account, ...valued(holdings, { asOf, cash, realisedGain }) }
    })
  }

  const printedValuation = async (
    input: { cscsAcct: string; asOf?: string | undefined },
    { caller, culture, translate }: CallContext<Caller>,
  ) => {
    const found = await valuation(caller, input)
    if (isRefusal(found)) return found
    const { account, rows, summary } = found
    const holder = await store.forTenant(caller.tenantId).read((tx) => holderOf(tx, account))
    const letterhead = await letterheadOf({ ...parts, store }, caller.tenantId, translate)
    const document = { letterhead, holder, language: culture, translate }
    const printed = valuationDocument(rows, summary, document)
    const name = translate('Valuation.FileName', { account, date: summary.asOf })
    return pdfAnswer(name, () => print(printed), rows.length)
  }

  return {
    'BackOffice/GetDashAccountPortfolioValuation': async (input, { caller }) => {
      const found = await valuation(caller, input)
      if (isRefusal(found)) return found
      return { ...pageOf(valuationList, found.rows, input), ...found.summary }
    },

    'BackOffice/DownloadDashAccountPortfolioValuation': async (input, context) => {
      const { format } = input
      if (format === 'pdf') return printedValuation(input, context)
      const { caller, translate } = context
      const found = await valuation(caller, input)
      if (isRefusal(found)) return found
      const { account, rows, summary } = found
      const below = [...valuationSums(summary, translate), { securityID: pricesOf(summary, translate) }]
      const pieces = Readable.from([selectRows(valuationList, rows, input), below])
      return listFile(valuationList, pieces, { ...input, format, translate, of: [account, summary.asOf] })
    },

    'BackOffice/PrintPortfolioValuation': printedValuation,

    'BackOffice/GetPortfolioPerformance': async (input, { caller }) => {
      const today = marketDate()
      const asked = ofPeriod(input, today)
      if (isRefusal(asked)) return asked
      const { from, to } = asked
      return withCash(caller, input.cscsAcct, async (tx, account) => {
        const isOpen = to >= today
        const before = isOpen ? today : addDays(to, 1)
        const days = worthByDay(await recordedDays(tx, account, { from, before }))
        if (!isOpen || from > today) return { items: days }
        // The market day is not over: what the account is worth now.
        const { summary } = valued(await currentHoldings(tx, account, currentPrice), {
          asOf: today,
          cash: await currentCash(tx, account),
          realisedGain: kobo(0),
        })
        const now: PortfolioDay = {
          date: today,
          cashBalance: summary.cashBalance,
          marketValue: summary.totals.marketValue,
          totalValue: summary.totalValue,
        }
        return { items: [...days, now] }
      })
    },

    'BackOffice/GetPortfolioMovement': async ({ cscsAcct, ...input }, { caller, translate }) => {
      const scope = store.forTenant(caller.tenantId)
      const asked = ofPeriod(input, marketDate())
      if (isRefusal(asked)) return asked
      const found = await ofAccount(caller, cscsAcct, async (tx, account) => ({
        account,
        totals: await movementTotals(tx, account, asked),
      }))
      if (isRefusal(found)) return found
      const page = await readPage(scope, movementSource(found.account, asked, translate), asked)
      return { ...page, totals: found.totals }
    },

    'BackOffice/DownloadPortfolioMovement': async ({ cscsAcct, ...input }, { caller, translate }) => {
      const scope = store.forTenant(caller.tenantId)
      const asked = ofPeriod(input, marketDate())
      if (isRefusal(asked)) return asked
      const found = await ofAccount(caller, cscsAcct, async (_, account) => ({ account }))
      if (isRefusal(found)) return found
      const source = movementSource(found.account, asked, translate)
      const of = [found.account, asked.from, asked.to]
      return listFile(movementList, allRows(scope, source), { ...input, translate, of })
    },
  }
}
