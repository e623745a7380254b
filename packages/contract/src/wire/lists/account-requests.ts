import { accountTypeWords, requestStatusWords } from '../../rules/account-requests.ts'
import type { AccountRequestRow, OwnAccountRequest } from '../account-request-shapes.ts'
import { list } from '../list.ts'
import { code } from './columns.ts'

/** Requests for trading accounts: `Customer/GetAllCustomerAccountCreationRequests`. */
export const accountRequestList = list<AccountRequestRow>()({
  title: 'Registration.Queue.Title',
  key: 'id',
  // What waits for staff first, and of that what waits the longest.
  sorting: 'waitsSince asc, id desc',
  columns: {
    applicantName: {
      title: 'Registration.Column.applicantName',
      kind: 'name',
      sortable: true,
      searched: true,
    },
    accountType: code('accountType', 'Registration.Column.accountType', accountTypeWords),
    status: code('status', 'Registration.Column.status', requestStatusWords),
    submittedOn: {
      title: 'Registration.Column.submittedOn',
      kind: 'date',
      sortable: true,
      filter: { by: 'range', from: 'fromDate', to: 'toDate' },
    },
    waitsSince: { title: 'Registration.Column.waitsSince', kind: 'time', sortable: true },
    reviewedBy: { title: 'Registration.Column.reviewedBy', kind: 'text', sortable: true },
    userName: { title: 'Registration.Column.userName', kind: 'text', sortable: true, searched: true },
    emailAddress: { title: 'Registration.Column.emailAddress', kind: 'text', sortable: true, searched: true },
    creationTime: { title: 'Registration.Column.creationTime', kind: 'time', sortable: true },
    id: { title: 'Registration.Column.id', kind: 'id', sortable: true },
  },
})

/** A person's own requests: `Customer/GetAllUserAccountCreationRequests`. */
export const ownRequestList = list<OwnAccountRequest>()({
  title: 'Menu.AccountRequest',
  key: 'id',
  sorting: 'id desc',
  columns: {
    id: { title: 'Registration.Column.id', kind: 'id', sortable: true },
    accountType: { title: 'Registration.Column.accountType', kind: 'code', codes: accountTypeWords },
    applicantName: { title: 'Registration.Column.applicantName', kind: 'text' },
    status: { title: 'Registration.Column.status', kind: 'code', codes: requestStatusWords },
    creationTime: { title: 'Registration.Column.creationTime', kind: 'time' },
    submittedOn: { title: 'Registration.Column.submittedOn', kind: 'date' },
    changedAt: { title: 'Registration.Column.changedAt', kind: 'time' },
    reason: { title: 'Registration.Column.reason', kind: 'text' },
  },
})
