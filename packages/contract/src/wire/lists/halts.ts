import { list } from '../list.ts'
import type { Statistics, TradingHalt } from '../market-shapes.ts'

/** A security that is halted or reopens, with its figures. */
export type HaltedSecurity = Pick<Statistics, 'securityID' | 'symbol' | 'securityDesc' | 'lastPx'> &
  Omit<TradingHalt, 'securityID'>

/** The securities whose trading market control has halted, and those that reopen. */
export const haltList = list<HaltedSecurity>()({
  title: 'Control.Halted',
  key: 'securityID',
  sorting: 'securityID asc',
  columns: {
    securityID: { title: 'List.Column.securityID', kind: 'text' },
    securityDesc: { title: 'Trading.Column.securityDesc', kind: 'text' },
    reason: { title: 'Control.Reason', kind: 'text' },
    since: { title: 'Control.Since', kind: 'time' },
    by: { title: 'Control.By', kind: 'text' },
    lastPx: { title: 'Trading.Column.lastPx', kind: 'price' },
  },
})
