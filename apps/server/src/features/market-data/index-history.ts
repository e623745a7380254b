import { type CallRequest, type IndexDayRow, indexValue, toPoints } from '@tradebook/contract'
import type { Scope } from '../../store/store.ts'

/** The index at the end of each market day on record, the current one as it is; oldest first. */
export const indexHistory = (
  scope: Pick<Scope, 'read'>,
  { from, to }: CallRequest<'MarketData/GetIndexHistory'>,
): Promise<IndexDayRow[]> =>
  scope.read(async (tx) => {
    const days = tx.selectFrom('index_days').select(['market_date', 'value', 'high', 'low'])
    const since = from === undefined ? days : days.where('market_date', '>=', from)
    const until = to === undefined ? since : since.where('market_date', '<=', to)
    const rows = await until.orderBy('market_date').execute()
    return rows.map(({ market_date, value, high, low }) => ({
      marketDate: market_date,
      value: points(value),
      high: points(high),
      low: points(low),
    }))
  })

const points = (hundredths: bigint): number => toPoints(indexValue(hundredths))
