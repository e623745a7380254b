import {
  averageNaira,
  type HoldingRow,
  holdingList,
  isRefusal,
  kobo,
  nairaToKobo,
  percentOf,
  type Refusal,
  refuse,
  Side,
  selectRows,
  shares,
  toNaira,
  totalsOfHoldings,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { DeskPort } from '../../desk/desk-port.ts'
import type { ClientInput } from '../../desk/inputs.ts'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import { fileOf } from '../../files/list-file.ts'
import type { Print } from '../../files/pdf/printer.ts'
import type { Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { wallClock } from '../../platform/clock.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { pageOf } from '../../store/list-rows.ts'
import type { Store, Tx } from '../../store/store.ts'
import { accountFreezeHandlers, type DocumentCheck } from './account-freezes.ts'
import { accountTermsHandlers } from './account-terms.ts'
import { cashMovementHandlers } from './cash-movements.ts'
import { cashPostingHandlers } from './cash-postings.ts'
import { contractNoteHandlers } from './contract-notes.ts'
import { corporateActionHandlers } from './corporate-actions.ts'
import { customerHandlers } from './customers.ts'
import { noteTradeHandlers } from './note-trades.ts'
import { paymentRequestHandlers } from './payment-requests.ts'
import { portfolioHandlers } from './portfolio.ts'
import { reversalHandlers } from './reversals.ts'
import { securityEntryHandlers } from './security-entry.ts'
import { statementHandlers } from './statement.ts'

export interface BackOfficeDependencies {
  readonly store: Store
  readonly picture: MarketPicture
  readonly print: Print
  /** Epoch milliseconds: when a document is printed. */
  readonly now?: () => number
  readonly desk: Pick<DeskPort, 'submit' | 'listings'>
  readonly outbox: Pick<MailOutbox, 'rowOf' | 'announce'>
  /** Without it no document is taken. */
  readonly documentChecks?: DocumentCheck
  /** Something that was asked for waits in a firm, or was decided. */
  readonly onTransfer?: (tenantId: number) => void
}

/** Customers and what they hold, read from the record. */
export function backOfficeFeature({
  store,
  picture,
  print,
  desk,
  outbox,
  documentChecks = { check: async () => undefined },
  onTransfer = () => undefined,
  now = wallClock.now,
}: BackOfficeDependencies): Handlers<`BackOffice/${string}`> {
  const asking = {
    submit: async (input: ClientInput) => {
      const answer = await desk.submit(input)
      if (answer.kind === 'transfer' && answer.state !== 'posted') onTransfer(input.origin.tenantId)
      return answer
    },
  }
  const marketDate = () => picture.venue()?.marketDate ?? ''
  return {
    ...statementHandlers({ store, print, marketDate, now }),
    ...noteTradeHandlers({ store }),
    ...portfolioHandlers({ store, print, picture, marketDate, now }),
    ...securityEntryHandlers({
      store,
      desk: asking,
      marketDate,
      isListed: (securityID) => picture.statisticsOf(securityID) !== undefined,
    }),
    ...contractNoteHandlers({ store, print, marketDate, now }),
    ...cashMovementHandlers({ store, marketDate }),
    ...cashPostingHandlers({ store, desk: asking, marketDate, outbox, picture }),
    ...paymentRequestHandlers({ store, desk: asking, marketDate, onPayment: onTransfer }),
    ...accountTermsHandlers({ store, desk: asking, marketDate }),
    ...accountFreezeHandlers({ store, desk: asking, documentChecks, marketDate }),
    ...reversalHandlers({ store, desk: asking, marketDate }),
    ...corporateActionHandlers({ store, desk, picture, marketDate }),
    ...customerHandlers({ store, marketDate }),
    'BackOffice/GetDashAccountPortfolioHolding': async (input, { caller }) => {
      const rows = await holdingsOf(store, picture, caller, input.cscsAcct)
      if (isRefusal(rows)) return rows
      const totals = totalsOfHoldings(selectRows(holdingList, rows, input))
      return { ...pageOf(holdingList, rows, input), totals }
    },

    'BackOffice/DownloadDashAccountPortfolioHolding': async (input, { caller, translate }) => {
      const rows = await holdingsOf(store, picture, caller, input.cscsAcct)
      if (isRefusal(rows)) return rows
      return fileOf(holdingList, rows, { ...input, translate, of: [marketDate(), input.cscsAcct] })
    },
  }
}

/** What an account holds; a refusal where the caller may not look at it. */
const holdingsOf = (
  store: Store,
  picture: MarketPicture,
  caller: Caller,
  cscsAccount: string,
): Promise<readonly HoldingRow[] | Refusal> =>
  store.forTenant(caller.tenantId).read(async (tx) => {
    const account = await findAccount(tx, caller, cscsAccount)
    if (!account) return refuse('unknownAccount', { account: cscsAccount })
    const traded = await tradedOn(tx, account, picture.venue()?.marketDate)
    const rows = await tx
      .selectFrom('positions')
      .selectAll()
      .where('account', '=', account)
      .where((eb) =>
        eb.or([eb('settled', '<>', 0n), eb('unsettled_in', '<>', 0n), eb('unsettled_out', '<>', 0n)]),
      )
      .execute()
    return rows.map((row): HoldingRow => {
      const owned = shares(row.settled + row.unsettled_in - row.unsettled_out)
      // Holdings are valued at the published price, which a handful of shares cannot move.
      const { publishedPx: lastPx = 0, prevClosePx = 0 } = picture.statisticsOf(row.security_id) ?? {}
      const value = owned * (nairaToKobo(lastPx) ?? 0n)
      const day = traded.get(row.security_id) ?? { bought: 0n, paid: 0n }
      const atClose = (owned - day.bought) * (nairaToKobo(prevClosePx) ?? 0n)
      return {
        securityID: row.security_id,
        quantity: Number(owned),
        heldQuantity: Number(row.held),
        availableQuantity: Number(row.available),
        unsettledIn: Number(row.unsettled_in),
        unsettledOut: Number(row.unsettled_out),
        averageCost: averageNaira(kobo(row.cost), owned),
        costValue: toNaira(kobo(row.cost)),
        lastPx,
        marketValue: toNaira(kobo(value)),
        gainLoss: toNaira(kobo(value - row.cost)),
        gainLossPercent: row.cost === 0n ? null : percentOf(value - row.cost, row.cost),
        dayGainLoss: prevClosePx > 0 ? toNaira(kobo(value - atClose - day.paid)) : null,
      }
    })
  })

/** What an account traded on a market day, by security: shares bought less those sold, and kobo paid for them. */
async function tradedOn(tx: Tx, account: string, marketDate: string | undefined) {
  if (marketDate === undefined) return new Map<string, never>()
  const bought = sql`CASE side WHEN ${sql.lit(Side.buy)} THEN 1 ELSE -1 END`
  const rows = await tx
    .selectFrom('contract_notes')
    .where('account', '=', account)
    .where('trade_date', '=', marketDate)
    .where('replaced_by', 'is', null)
    .groupBy('security_id')
    .select([
      'security_id',
      sql<bigint>`sum(${bought} * quantity)::bigint`.as('bought'),
      sql<bigint>`sum(${bought} * consideration)::bigint`.as('paid'),
    ])
    .execute()
  return new Map(rows.map(({ security_id, ...traded }) => [security_id, traded]))
}
