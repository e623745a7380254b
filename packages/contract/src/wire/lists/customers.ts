import { accountStates } from '../../rules/account-states.ts'
import { list } from '../list.ts'
import type { CustomerRow } from '../portfolio-shapes.ts'
import { code, range } from './columns.ts'

/** The accounts of a firm's customers: `BackOffice/GetCustomers`. */
export const customerList = list<CustomerRow>()({
  title: 'List.File.customers',
  key: 'accountNumber',
  sorting: 'customerName asc',
  inEveryFile: ['accountNumber'],
  columns: {
    customerName: { title: 'List.Column.customerName', kind: 'name', sortable: true, searched: true },
    accountNumber: { title: 'List.Column.accountNumber', kind: 'text', sortable: true, searched: true },
    cscsAccount: { title: 'List.Column.cscsAccount', kind: 'text', sortable: true, searched: true },
    chn: { title: 'Registration.Field.chn', kind: 'text', sortable: true, searched: true },
    state: code('state', 'Customers.State', accountStates),
    openedOn: {
      title: 'Customers.OpenedOn',
      kind: 'date',
      sortable: true,
      filter: { by: 'range', from: 'openedFrom', to: 'openedTo' },
    },
    lastActivity: {
      title: 'Customers.LastActivity',
      kind: 'date',
      sortable: true,
      filter: { by: 'range', from: 'activeFrom', to: 'activeTo' },
    },
    cash: { title: 'Customers.Cash', kind: 'money', sortable: true, filter: range('cash') },
    phoneNumber: { title: 'Registration.Field.phoneNumber', kind: 'text' },
    emailAddress: { title: 'Registration.Field.emailAddress', kind: 'text', searched: true },
  },
})
