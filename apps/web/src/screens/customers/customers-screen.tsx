import { accountStates, type CustomerRow, customerList } from '@tradebook/contract'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { useBalancesShown } from '../../accounts/balances-shown.ts'
import { useCall } from '../../api/use-call.ts'
import { ACCOUNT_STATEMENT, accountAt, customerAt, OPEN_ACCOUNT, PORTFOLIO_HOLDING } from '../../paths.ts'
import { useCan, useMayRead } from '../../session.ts'
import { picksDay } from '../../ui/data-table/date-filter.tsx'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { Page, Section } from '../../ui/page.tsx'
import { UnprovedPeople } from './unproved-people.tsx'

const customersView: ListView<CustomerRow> = listView({
  key: 'customers',
  title: 'Customers.Title',
  of: customerList,
  rowKey: ({ accountNumber }) => accountNumber,
  pageSize: 50,
  file: 'BackOffice/DownloadCustomers',
  columns: [
    { key: 'customerName', characters: 30, isKept: true, opens: true },
    { key: 'accountNumber', characters: 13 },
    { key: 'cscsAccount', characters: 13 },
    { key: 'chn', characters: 15 },
    { key: 'state', characters: 10, tone: ({ state }) => (state === 'active' ? undefined : 'down') },
    { key: 'openedOn', characters: 13 },
    { key: 'lastActivity', characters: 15 },
    { key: 'cash', characters: 18 },
    { key: 'phoneNumber', characters: 18, isExtra: true },
    { key: 'emailAddress', characters: 28, overflow: 'ellipsis', isExtra: true },
  ],
  filters: [
    { key: 'keyword', title: 'Customers.Search', kind: 'text' },
    {
      key: 'state',
      title: 'Customers.State',
      kind: 'choice',
      options: [
        { value: '', title: 'Movement.All' },
        ...Object.entries(accountStates).map(([value, title]) => ({ value, title })),
      ],
      input: (value) => ({ state: [value] }),
    },
    { key: 'openedFrom', title: 'Filter.From', ...picksDay },
    { key: 'openedTo', title: 'Filter.To', ...picksDay },
  ],
  leaving: ['openedOn', 'lastActivity', 'chn', 'state', 'cash', 'cscsAccount'],
  card: [
    ['customerName', 'state'],
    ['accountNumber', 'cscsAccount'],
    ['lastActivity', 'cash'],
  ],
  empty: { title: 'Customers.Empty', details: 'Customers.Empty.details' },
})

/**
 * The accounts of the firm's customers. Each opens to the customer's record; for anyone who may not read that, to its
 * statement, or to its holdings where no cash is shown.
 */
const CustomersScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const first = useBalancesShown() ? ACCOUNT_STATEMENT : PORTFOLIO_HOLDING
  const [reads, maintains] = [useMayRead('VIEW_CUSTOMERS'), useCan('MAINTAIN_CUSTOMERS')]
  return (
    <Page title={t('Customers.Title')} about={t('Customers.About')} isWide>
      {maintains && <WaitingChanges />}
      <Section>
        <ServerTable
          call="BackOffice/GetCustomers"
          list={customersView}
          onOpen={({ id, accountNumber }) =>
            navigate(reads ? customerAt(id) : accountAt(first, accountNumber))
          }
          tools={
            maintains && (
              <Button size="small" type="primary" onClick={() => navigate(OPEN_ACCOUNT)}>
                {t('Customer.Open')}
              </Button>
            )
          }
        />
      </Section>
      {maintains && <UnprovedPeople />}
    </Page>
  )
}

/** The corrections that wait for another person. */
const WaitingChanges = () => {
  const { t } = useTranslation()
  const { data } = useCall('Customer/GetCustomerChanges', {}, { staleTime: 0 })
  if (!data || data.items.length === 0) return null
  return (
    <Section>
      <p role="status">{t('Customers.Waiting', { count: data.items.length })}</p>
      <ul>
        {data.items.map(({ id, customerId, customerName, makerName, madeAt, reason }) => (
          <li key={id}>
            <Link to={customerAt(customerId)}>{customerName}</Link>{' '}
            {t('Customer.Change.by', { who: makerName, at: dateAndTime(madeAt), reason })}
          </li>
        ))}
      </ul>
    </Section>
  )
}

export default CustomersScreen
