import { RequestStatus } from '@tradebook/contract'
import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { Page, Section } from '../../ui/page.tsx'
import { useIsPhone } from '../../ui/viewport.ts'
import { RequestReview } from './request-review.tsx'
import { type RequestRow, requestsView } from './requests-view.ts'

/** The parameter of the address that names the request under review. */
const OPEN = 'request'

/** Where staff decide who becomes a customer: the queue, and the review of one request beside it. */
const AccountRequestsScreen = () => {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [state, change] = useListState(requestsView)
  const source = useServerList('Customer/GetAllCustomerAccountCreationRequests', requestsView, state)
  const [query, setQuery] = useSearchParams()
  const id = Number(query.get(OPEN)) || undefined
  const open = (next: number | undefined) =>
    setQuery((now) => {
      const after = new URLSearchParams(now)
      if (next === undefined) after.delete(OPEN)
      else after.set(OPEN, String(next))
      return after
    })
  const next = id === undefined ? undefined : nextAfter(id, source.rows ?? [])
  return (
    <Page title={t('Menu.AccountRequests')} about={t('AccountRequests.About')} isWide>
      <Section>
        <DataTable
          list={requestsView}
          source={source}
          state={state}
          onChange={change}
          onOpen={(row) => open(row.id)}
        />
      </Section>
      <Drawer
        open={id !== undefined}
        onClose={() => open(undefined)}
        destroyOnHidden
        size={isPhone ? '100%' : 'min(1180px, 94vw)'}
        title={id !== undefined && t('AccountRequests.Review', { id })}
        styles={{ body: { padding: 0 } }}
      >
        {id !== undefined && (
          <RequestReview key={id} id={id} {...(next !== undefined && { onNext: () => open(next) })} />
        )}
      </Drawer>
    </Page>
  )
}

/** The next request of the page that waits for a reviewer, from the one that is open on, then from the top. */
function nextAfter(id: number, rows: readonly RequestRow[]): number | undefined {
  const at = rows.findIndex((row) => row.id === id)
  return [...rows.slice(at + 1), ...rows.slice(0, Math.max(0, at))].find(
    (row) => row.status === RequestStatus.pending && row.id !== id,
  )?.id
}

export default AccountRequestsScreen
