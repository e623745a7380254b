import { isoTime, type NewsItem } from '@tradebook/contract'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import { barsOf } from './price-bars.ts'
import { columnsOf, textsOf, type Write, write } from './set-insert.ts'

/** The statements that persist what a batch changed of the market, which belongs to no firm. */
export function marketWrites(changes: BatchChanges): (Write | undefined)[] {
  const date = changes.marketDate
  return [
    write('market_trades', changes.trades, {
      trade_number: ['bigint', (trade) => trade.tradeNumber],
      security_id: ['text', (trade) => trade.securityID],
      price: ['int', (trade) => trade.price],
      quantity: ['int', (trade) => trade.quantity],
      tick_direction: ['text', (trade) => trade.tickDirection],
      trade_condition: ['text', (trade) => trade.tradeCondition],
      rpt_seq: ['int', (trade) => trade.rptSeq],
      trade_time: ['timestamptz', (trade) => trade.time],
      market_date: ['date', () => date],
    }),
    addToBars(changes),
    // The day's row of a security exists since the day began. An insert all the same: an update that joins the
    // lines would be planned again with every batch.
    write(
      'daily_statistics',
      changes.days,
      {
        security_id: ['text', (line) => line.securityID],
        market_date: ['date', () => date],
        reference_px: ['int', (line) => line.referencePx],
        open_px: ['int', ({ day }) => day.openPx],
        high_px: ['int', ({ day }) => day.highPx],
        low_px: ['int', ({ day }) => day.lowPx],
        last_px: ['int', ({ day }) => day.lastPx],
        last_qty: ['int', ({ day }) => day.lastQty],
        published_px: ['int', ({ day }) => day.publishedPx],
        volume: ['bigint', ({ day }) => day.volume],
        value: ['bigint', ({ day }) => day.value],
        trades: ['int', ({ day }) => day.trades],
      },
      ['security_id', 'market_date'],
    ),
    write(
      'market_state',
      changes.market ? [changes.market] : [],
      {
        id: ['int', () => 1],
        phase: ['text', (line) => line.phase],
        since: ['timestamptz', (line) => line.since],
        market_date: ['date', (line) => line.marketDate],
        halt_reason: ['text', ({ halt }) => halt?.reason ?? null],
        halted_since: ['timestamptz', ({ halt }) => halt?.since],
        halted_by: ['text', ({ halt }) => halt?.by ?? null],
        breaker_triggers: ['jsonb', (line) => JSON.stringify(line.triggers.map(isoTime))],
      },
      ['id'],
    ),
    write(
      'security_state',
      changes.securityStates,
      {
        security_id: ['text', (line) => line.securityID],
        halted: ['boolean', (line) => line.halted],
        reason: ['text', (line) => line.reason],
        since: ['timestamptz', (line) => line.since],
        controlled_by: ['text', ({ by }) => by],
        reopening_until: ['timestamptz', (line) => line.reopeningUntil],
      },
      ['security_id'],
    ),
    write(
      'index_days',
      changes.index ? [changes.index] : [],
      {
        market_date: ['date', (line) => line.marketDate],
        value: ['bigint', (line) => line.value],
        high: ['bigint', (line) => line.high],
        low: ['bigint', (line) => line.low],
      },
      ['market_date'],
    ),
    write(
      'corporate_actions',
      changes.corporateActions,
      {
        id: ['bigint', ({ action }) => action.id],
        type: ['text', ({ action }) => action.type],
        security_id: ['text', ({ action }) => action.securityID],
        register_date: ['date', ({ action }) => action.registerDate],
        ex_date: ['date', ({ action }) => action.exDate],
        pay_date: ['date', ({ action }) => action.payDate],
        rate: ['bigint', ({ action }) => (action.type === 'dividend' ? action.rate : null)],
        ratio_shares: ['bigint', ({ action }) => (action.type === 'dividend' ? null : action.ratio.shares)],
        ratio_held: ['bigint', ({ action }) => (action.type === 'dividend' ? null : action.ratio.held)],
        announced_at: ['timestamptz', ({ announced }) => announced.at],
        announced_by: ['text', ({ announced }) => announced.by],
        revoked_at: ['timestamptz', ({ revoked }) => revoked?.at],
        revoked_by: ['text', ({ revoked }) => revoked?.by],
      },
      ['id'],
    ),
    regroup(changes),
    ...changes.news.map(newsWrite),
  ]
}

/** There are few news, and `unnest` takes no array of arrays. */
const newsWrite = (item: NewsItem): Write => ({
  name: 'news',
  text: `INSERT INTO news (id, headline, body, source, urgency, security_ids, orig_time, announcement)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
  values: [
    item.id,
    item.headline,
    item.body,
    item.source,
    item.urgency,
    textsOf(item.securityIDs),
    item.origTime,
    item.announcement ? JSON.stringify(item.announcement) : null,
  ],
})

/** The row of a minute grows with each batch that trades in it, in the transaction of the trades: none is counted twice. */
function addToBars({ trades }: BatchChanges): Write | undefined {
  if (trades.length === 0) return undefined
  return {
    name: 'price_bars',
    text: `INSERT INTO price_bars AS known (security_id, bar_time, open_px, high_px, low_px, close_px, volume, last_trade)
      SELECT * FROM unnest($1::text[], $2::timestamptz[], $3::int[], $4::int[], $5::int[], $6::int[], $7::bigint[],
        $8::bigint[])
      ON CONFLICT (security_id, bar_time) DO UPDATE SET high_px = greatest(known.high_px, excluded.high_px),
        low_px = least(known.low_px, excluded.low_px), close_px = excluded.close_px,
        volume = known.volume + excluded.volume, last_trade = excluded.last_trade`,
    values: columnsOf(barsOf(trades), {
      security_id: ['text', (bar) => bar.securityID],
      bar_time: ['timestamptz', (bar) => bar.time],
      open_px: ['int', (bar) => bar.openPx],
      high_px: ['int', (bar) => bar.highPx],
      low_px: ['int', (bar) => bar.lowPx],
      close_px: ['int', (bar) => bar.closePx],
      volume: ['bigint', (bar) => bar.volume],
      last_trade: ['bigint', (bar) => bar.lastTrade],
    }),
  }
}

function regroup({ regrouped }: BatchChanges): Write | undefined {
  if (regrouped.length === 0) return undefined
  return {
    name: 'securities',
    text: `UPDATE securities SET price_group = n.price_group FROM unnest($1::text[], $2::text[])
      AS n (security_id, price_group) WHERE securities.security_id = n.security_id`,
    values: columnsOf(regrouped, {
      security_id: ['text', (line) => line.securityID],
      price_group: ['text', (line) => line.priceGroup],
    }),
  }
}
