import type { TextKey } from '../../words/words.ts'
import { sides } from './codes.ts'

/** What the tables of columns are made of: filters, columns of codes, and the columns that several lists share. */

/** The column equals the parameter `name`. */
export const equals = <const Name extends string>(name: Name) => ({ by: 'equals', name }) as const

/** The column lies between the parameters `<name>From` and `<name>To`. */
export const range = <const Name extends string>(name: Name) =>
  ({ by: 'range', from: `${name}From`, to: `${name}To` }) as const

/** The time of the column lies between the parameters `from` and `to`; a list has one such column. */
export const period = { by: 'range', from: 'from', to: 'to' } as const

/** A column of codes, sorted, and filtered by those that the parameter `name` lists. */
export const code = <const Name extends string>(
  name: Name,
  title: TextKey,
  codes: Readonly<Record<string, TextKey>>,
) => ({ title, kind: 'code', codes, sortable: true, filter: { by: 'oneOf', name } }) as const

export const securityID = {
  title: 'List.Column.securityID',
  kind: 'text',
  sortable: true,
  searched: true,
  filter: equals('securityID'),
} as const

export const side = code('side', 'Trading.Column.side', sides)

export const account = {
  title: 'Trading.Column.account',
  kind: 'text',
  sortable: true,
  searched: true,
  filter: equals('account'),
} as const

export const avgPx = {
  title: 'Trading.Column.avgPx',
  kind: 'average',
  sortable: true,
  isNoneAtZero: true,
} as const

/** Why an order was refused or ended. */
export const reason = { title: 'Trading.Column.reason', kind: 'reason' } as const

/** The text that a client gave an order. */
export const clientText = { title: 'List.Column.clientText', kind: 'text' } as const

/** Found by the whole of it alone: nobody knows a part of it. */
export const clOrdID = { title: 'List.Column.clOrdID', kind: 'text', searched: 'whole' } as const
