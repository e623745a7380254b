import { Side } from '@tradebook/contract'
import type { Filter } from '../../ui/data-table/list-view.ts'

export const sideFilter: Filter = {
  key: 'side',
  title: 'Trading.Filter.Side',
  kind: 'choice',
  options: [
    { value: '', title: 'Trading.Filter.BothSides' },
    { value: Side.buy, title: 'Trading.Buy' },
    { value: Side.sell, title: 'Trading.Sell' },
  ],
  input: (side) => ({ side: [side] }),
}
