import { call, fileCall } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { customerList } from '../lists/customers.ts'
import { holdingList } from '../lists/holdings.ts'
import { listPage, paging } from '../paging.ts'
import { customerRow, holdingRow, holdingTotals } from '../portfolio-shapes.ts'
import { code } from '../schemas/shown-text.ts'

const ofAccount = { cscsAcct: code(32) }

export const backOfficeCalls = {
  'BackOffice/GetCustomers': call({
    summary:
      "The firm's customers by name, account, CSCS account, CHN or phone; customers find only themselves",
    needs: 'member',
    heavy: true,
    shows: { screen: 'customers', by: 'firm' },
    input: listInput(customerList).extend({ query: paging.keyword }),
    output: listPage(customerRow),
  }),
  'BackOffice/DownloadCustomers': fileCall({
    summary: "The firm's customers as a file",
    needs: { any: ['TRADE_ALL_ACCOUNTS', 'VIEW_ALL_ORDERS', 'VIEW_CUSTOMERS'] },
    shows: { screen: 'customers', by: 'firm' },
    input: listFileInput(customerList),
  }),
  'BackOffice/GetDashAccountPortfolioHolding': call({
    summary: "An account's holdings, with totals of the rows that match the filters",
    needs: 'member',
    shows: { screen: 'holdings', by: 'account' },
    heavy: true,
    input: listInput(holdingList).extend(ofAccount),
    output: listPage(holdingRow).extend({ totals: holdingTotals }),
  }),
  'BackOffice/DownloadDashAccountPortfolioHolding': fileCall({
    summary: "An account's holdings as a file",
    needs: 'member',
    shows: { screen: 'holdings', by: 'account' },
    input: listFileInput(holdingList).extend(ofAccount),
  }),
}
