import { list } from '../list.ts'
import type { CustomerRow } from '../portfolio-shapes.ts'

/** The accounts of a firm's customers: `BackOffice/GetCustomers`. */
export const customerList = list<CustomerRow>()({
  title: 'List.File.customers',
  key: 'accountNumber',
  sorting: 'customerName asc',
  columns: {
    customerName: { title: 'List.Column.customerName', kind: 'name', sortable: true, searched: true },
    accountNumber: { title: 'List.Column.accountNumber', kind: 'text', sortable: true, searched: true },
    cscsAccount: { title: 'List.Column.cscsAccount', kind: 'text', sortable: true, searched: true },
  },
})
