import { type CustomerRow, customerList } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ACCOUNT_STATEMENT, accountAt } from '../../paths.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
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

/** The accounts of the firm's customers, each of which opens to its statement. */
const CustomersScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [state, change] = useListState(customersView)
  const { answer: _, ...source } = useServerList('BackOffice/GetCustomers', customersView, state)
  return (
    <Page title={t('Customers.Title')} about={t('Customers.About')} isWide>
      <Section>
        <DataTable
          list={customersView}
          source={source}
          state={state}
          onChange={change}
          onOpen={({ accountNumber }) => navigate(accountAt(ACCOUNT_STATEMENT, accountNumber))}
        />
      </Section>
    </Page>
  )
}

export default CustomersScreen
