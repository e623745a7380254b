import { executionList, orderList } from '@tradebook/contract'
import { t } from 'i18next'
import { expect, test } from 'vitest'
import { type Column, listView, shown } from './list-view.ts'

const AT = '2026-11-21T12:05:09.042Z'
const TODAY = '2026-11-21'

/** A column of a list as the table writes it. */
const written = (column: Column<never>, today?: string) =>
  shown(column, { creationTime: AT, transactTime: AT } as never, t, today)

test.each([
  ['time', TODAY, '21 Nov 2026, 1:05:09:042 PM'],
  ['timestamp', TODAY, '1:05:09:042 PM'],
  ['timestamp', '2026-11-22', '21 Nov 2026, 1:05:09:042 PM'],
  ['minute', TODAY, '21 Nov 2026, 1:05 PM'],
] as const)(
  'a time of the market is written to the millisecond, with its day where that is not today: %s on %s',
  (kind, today, text) => {
    const column = { key: 'creationTime', kind, title: 'List.Column.entered' } as unknown as Column<never>
    expect(written(column, today)).toBe(text)
  },
)

test('the times of orders and executions are written so unless their view says otherwise', () => {
  for (const [of, key] of [
    [orderList, 'creationTime'],
    [executionList, 'transactTime'],
  ] as const) {
    const { columns } = listView({
      ...{ name: 'list', title: 'Reports.Orders', of, rowKey: () => '', pageSize: 10, filters: [], card: [] },
      columns: [{ key, characters: 29 }],
    } as never)
    expect(written(columns[0] as Column<never>)).toBe('21 Nov 2026, 1:05:09:042 PM')
  }
})
