import {
  type OwnAccountRequest,
  ownRequestList,
  RequestStatus,
  requestStatusDetails,
  requestStatusWords,
  type TextKey,
} from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

type Standing = Pick<OwnAccountRequest, 'status' | 'reason'>

/** How a request is in words, and what its owner does next. A draft with a reason is one that a reviewer returned. */
export const standingWords = ({ status, reason }: Standing): readonly [title: TextKey, details: TextKey] =>
  status === RequestStatus.draft && reason !== null
    ? ['Registration.Status.returned', 'Registration.Status.returned.details']
    : [requestStatusWords[status], requestStatusDetails[status]]

/** All requests of a person; opening one shows it below the list. */
export const ownRequestsView: ListView<OwnAccountRequest> = listView({
  key: 'requests',
  title: 'AccountRequest.All',
  of: ownRequestList,
  rowKey: ({ id }) => String(id),
  pageSize: 20,
  columns: [
    { key: 'id', characters: 8, isKept: true, opens: true, isNamed: true },
    { key: 'accountType', characters: 16, isKept: true },
    {
      key: 'status',
      characters: 18,
      overflow: 'wrap',
      isKept: true,
      show: (request, t) => t(standingWords(request)[0]),
    },
    { key: 'submittedOn', characters: 14, isNamed: true },
    { key: 'changedAt', characters: 16, overflow: 'wrap', isNamed: true },
    { key: 'reason', characters: 30, overflow: 'wrap' },
    {
      key: 'next',
      title: 'AccountRequest.Next',
      kind: 'text',
      fileColumns: [],
      characters: 36,
      overflow: 'wrap',
      show: (request, t) => t(standingWords(request)[1]),
    },
  ],
  leaving: ['submittedOn', 'changedAt', 'reason'],
  card: [['id', 'accountType', 'status'], ['submittedOn', 'changedAt'], ['reason'], ['next']],
  empty: { title: 'AccountRequest.None', details: 'AccountRequest.None.details' },
})
