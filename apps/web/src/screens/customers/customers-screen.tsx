import { type CustomerRow, customerList } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useBalancesShown } from '../../accounts/balances-shown.ts'
import { ACCOUNT_STATEMENT, accountAt, PORTFOLIO_HOLDING } from '../../paths.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { Page, Section } from '../../ui/page.tsx'

const customersView: ListView<CustomerRow> = listView({
  key: 'customers',
  title: 'Customers.Title',
  of: customerList,
  rowKey: ({ accountNumber }) => accountNumber,
  pageSize: 50,
  columns: [
    { key: 'customerName', characters: 32, isKept: true, opens: true },
    { key: 'accountNumber', characters: 14 },
    { key: 'cscsAccount', characters: 14 },
  ],
  filters: [{ key: 'keyword', title: 'Customers.Search', kind: 'text' }],
  leaving: ['cscsAccount'],
  card: [['customerName'], ['accountNumber', 'cscsAccount']],
  empty: { title: 'Customers.Empty', details: 'Customers.Empty.details' },
})

/** The accounts of the firm's customers, each of which opens to its statement, or to its holdings for anyone who is shown no cash. */
const CustomersScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const first = useBalancesShown() ? ACCOUNT_STATEMENT : PORTFOLIO_HOLDING
  return (
    <Page title={t('Customers.Title')} about={t('Customers.About')} isWide>
      <Section>
        <ServerTable
          call="BackOffice/GetCustomers"
          list={customersView}
          onOpen={({ accountNumber }) => navigate(accountAt(first, accountNumber))}
        />
      </Section>
    </Page>
  )
}

export default CustomersScreen
