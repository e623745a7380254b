import { kobo, type PriceKobo, type Quantity, shares } from '@tradebook/contract'
import type { Client } from 'pg'
import { type Listing, listing, type RecordedDay } from '../../venue/listing.ts'

/** The number of sessions that the average volume of a day is taken over: about a month. */
const AVERAGE_VOLUME_SESSIONS = 20

/** The securities of a market day, in listing order. */
export async function loadListings(client: Pick<Client, 'query'>, marketDate: string): Promise<Listing[]> {
  const { rows } = await client.query(
    `SELECT s.*, d.reference_px, d.open_px, d.high_px, d.low_px, d.last_px, d.last_qty, d.published_px,
       d.volume, d.value, d.trades, y.high52, y.low52, v.average_volume, m.monthly_closes
     FROM securities s
     JOIN daily_statistics d ON d.security_id = s.security_id AND d.market_date = $1::date
     LEFT JOIN LATERAL (
       SELECT max(high_px) AS high52, min(low_px) AS low52 FROM adjusted_statistics h
       WHERE h.security_id = s.security_id AND h.market_date > $1::date - 365 AND h.market_date < $1::date
     ) y ON true
     LEFT JOIN LATERAL (
       -- Whole shares, rounded down: a warning that goes by the average comes rather too early.
       SELECT div(sum(volume), count(*)) AS average_volume FROM (
         SELECT volume FROM adjusted_statistics h
         WHERE h.security_id = s.security_id AND h.market_date < $1::date
         ORDER BY h.market_date DESC LIMIT ${AVERAGE_VOLUME_SESSIONS}
       ) sessions
     ) v ON true
     LEFT JOIN LATERAL (
       SELECT array_agg(published_px ORDER BY month) AS monthly_closes FROM (
         SELECT DISTINCT ON (month) date_trunc('month', market_date) AS month, published_px FROM adjusted_statistics h
         WHERE h.security_id = s.security_id AND h.market_date < date_trunc('month', $1::date)
           AND h.market_date >= date_trunc('month', $1::date) - interval '5 months'
         ORDER BY month, market_date DESC
       ) months
     ) m ON true
     ORDER BY s.listing`,
    [marketDate],
  )
  return rows.map((row) =>
    listing({
      securityID: row.security_id,
      name: row.name,
      isin: row.isin,
      sector: row.sector,
      board: row.board,
      securityType: row.security_type,
      priceGroup: row.price_group,
      sharesOutstanding: shares(BigInt(row.shares_outstanding)),
      referencePx: row.reference_px,
      monthlyCloses: row.monthly_closes ?? [],
      high52Px: row.high52,
      low52Px: row.low52,
      averageVolume: row.average_volume === null ? null : shares(BigInt(row.average_volume)),
      today: dayOf(row),
    }),
  )
}

const dayOf = (row: Readonly<Record<string, number | null>>): RecordedDay => ({
  openPx: row.open_px as PriceKobo | null,
  highPx: row.high_px as PriceKobo | null,
  lowPx: row.low_px as PriceKobo | null,
  lastPx: row.last_px as PriceKobo | null,
  lastQty: row.last_qty as Quantity | null,
  publishedPx: row.published_px as PriceKobo,
  volume: shares(BigInt(row.volume ?? 0)),
  value: kobo(BigInt(row.value ?? 0)),
  trades: row.trades as number,
})
