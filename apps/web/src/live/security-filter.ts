import type { Filter } from '../ui/data-table/list-view.ts'
import { SecurityChoice } from './security-choice.tsx'

/** One security, which is picked by its symbol or name. */
export const securityFilter = {
  key: 'securityID',
  title: 'List.Column.securityID',
  kind: 'picked',
  Picker: SecurityChoice,
  isPossible: Boolean,
} as const satisfies Filter
