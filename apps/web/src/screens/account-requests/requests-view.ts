import {
  accountRequestList,
  accountTypeWords,
  type CallOutput,
  requestStatusWords,
} from '@tradebook/contract'
import { picksDay } from '../../ui/data-table/date-filter.tsx'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

export type RequestRow = CallOutput<'Customer/GetAllCustomerAccountCreationRequests'>['items'][number]

/** The requests for trading accounts, what waits for staff the longest first; each opens to its review. */
export const requestsView: ListView<RequestRow> = listView({
  key: 'requests',
  title: 'Registration.Queue.Title',
  of: accountRequestList,
  file: 'Customer/DownloadCustomerAccountCreationRequests',
  rowKey: ({ id }) => String(id),
  pageSize: 20,
  columns: [
    {
      key: 'applicantName',
      characters: 28,
      isKept: true,
      opens: true,
      show: ({ applicantName }, t) => applicantName || t('AccountRequests.NoName'),
    },
    { key: 'status', characters: 24, isKept: true },
    { key: 'waitsSince', kind: 'minute', characters: 22, isNamed: true },
    { key: 'reviewedBy', characters: 16, isNamed: true },
    { key: 'accountType', characters: 13 },
    { key: 'submittedOn', characters: 14 },
    { key: 'emailAddress', characters: 28, overflow: 'ellipsis' },
    { key: 'userName', characters: 22, overflow: 'ellipsis', isExtra: true },
    { key: 'creationTime', kind: 'minute', characters: 22, isExtra: true },
    { key: 'id', characters: 10 },
  ],
  filters: [
    {
      key: 'status',
      title: 'Registration.Column.status',
      kind: 'choice',
      options: [
        { value: '', title: 'Movement.All' },
        ...Object.entries(requestStatusWords).map(([value, title]) => ({ value, title })),
      ],
      input: (value) => ({ status: [value] }),
    },
    {
      key: 'accountType',
      title: 'Registration.Column.accountType',
      kind: 'choice',
      options: [
        { value: '', title: 'Movement.All' },
        ...Object.entries(accountTypeWords).map(([value, title]) => ({ value, title })),
      ],
      input: (value) => ({ accountType: [value] }),
    },
    { key: 'keyword', title: 'AccountRequests.Search', kind: 'text' },
    { key: 'fromDate', title: 'Filter.From', ...picksDay },
    { key: 'toDate', title: 'Filter.To', ...picksDay },
  ],
  leaving: ['id', 'emailAddress', 'submittedOn', 'accountType', 'reviewedBy'],
  card: [
    ['applicantName', 'status'],
    ['waitsSince', 'reviewedBy'],
    ['accountType', 'submittedOn'],
    ['emailAddress', 'id'],
  ],
  empty: { title: 'AccountRequests.Empty', details: 'AccountRequests.Empty.details' },
})
