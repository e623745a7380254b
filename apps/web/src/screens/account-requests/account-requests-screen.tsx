import { waitingStatuses } from '@tradebook/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useCall } from '../../api/use-call.ts'
import { useSession } from '../../session.ts'
import { ServerTable } from '../../ui/data-table/server-table.tsx'
import { dateAndTime, quantity } from '../../ui/format.ts'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { useIsPhone } from '../../ui/viewport.ts'
import { RequestReview } from './request-review.tsx'
import { requestsView } from './requests-view.ts'

const LIST_CALL = 'Customer/GetAllCustomerAccountCreationRequests'

/** The parameter of the address that names the request under review. */
const OPEN = 'request'

/** What waits for staff, the longest first. */
const WAITING = { status: waitingStatuses.map(String), maxResultCount: 50 }
const LOOKED_FOR_EVERY_MS = 30_000

/** Where staff decide who becomes a customer: the queue, and the review of one request next to it. */
const AccountRequestsScreen = () => {
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const self = useSession(({ user }) => user?.userName)
  const { data: waiting } = useCall(LIST_CALL, WAITING, {
    ...{ staleTime: 0, isSharedByDevices: true, refetchInterval: LOOKED_FOR_EVERY_MS },
  })
  const [query, setQuery] = useSearchParams()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const id = Number(query.get(OPEN)) || undefined
  const open = (next: number | undefined) => {
    if (id !== undefined) setLeft((now) => new Set([...now, id]))
    setQuery((now) => {
      const after = new URLSearchParams(now)
      if (next === undefined) after.delete(OPEN)
      else after.set(OPEN, String(next))
      return after
    })
  }
  // The oldest of all; what was opened and left undecided comes round again when there is nothing else.
  const others = (waiting?.items ?? []).filter((row) => row.id !== id && row.userName !== self)
  const next = (others.find((row) => !left.has(row.id)) ?? others[0])?.id
  const [oldest] = waiting?.items ?? []
  return (
    <Page
      title={t('Menu.AccountRequests')}
      about={t('AccountRequests.About')}
      tools={
        <p role="status">
          {waiting &&
            (oldest?.waitsSince
              ? t('AccountRequests.Waiting', {
                  count: quantity(waiting.totalCount),
                  since: dateAndTime(oldest.waitsSince),
                })
              : t('AccountRequests.Waiting.none'))}
        </p>
      }
      isWide
    >
      <Section>
        <ServerTable call={LIST_CALL} list={requestsView} onOpen={(row) => open(row.id)} />
      </Section>
      <GuardedDrawer
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
      </GuardedDrawer>
    </Page>
  )
}

export default AccountRequestsScreen
