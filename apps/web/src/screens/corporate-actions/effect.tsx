import { Alert, Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarketDate } from '../../live/use-live.ts'
import { useSession } from '../../session.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { date, money, price, quantity } from '../../ui/format.ts'
import { entitlementsView, type Terms } from './entitlements-view.ts'

/** What a corporate action does: to the price, and to the accounts of the reader's firm. */
export const Effect = ({ terms }: { readonly terms: Terms }) => {
  const { t } = useTranslation()
  const { type, registerDate, ratePerShare } = terms
  const isHost = useSession(({ tenant }) => tenant === null)
  const today = useMarketDate()
  const view = useMemo(() => entitlementsView(type), [type])
  const [state, change] = useListState(view)
  const { answer, ...source } = useServerList('BackOffice/PreviewCorporateAction', view, state, terms)
  if (!answer) {
    if (source.refusal) return <EmptyState {...source.refusal} />
    return source.isFailed ? (
      <EmptyState title={t('CorporateAction.Effect.Failed')} details="" />
    ) : (
      <Skeleton active />
    )
  }
  const { exDate, payDate, publishedPx, referencePx, isRegistered, totals } = answer
  return (
    <>
      <p>
        {t(type === 'split' ? 'CorporateAction.Effect.Split' : 'CorporateAction.Effect.Ex', {
          registerDate: date(registerDate),
          exDate: date(exDate),
          payDate: date(payDate),
        })}
      </p>
      {ratePerShare !== undefined && publishedPx !== null && ratePerShare > publishedPx && (
        <Alert
          type="warning"
          showIcon
          title={t('CorporateAction.Effect.AbovePrice', { publishedPx: price(publishedPx) })}
        />
      )}
      <p>
        {referencePx === null || publishedPx === null
          ? t('CorporateAction.Effect.NoReference')
          : today !== undefined && today >= exDate
            ? // What was published last is adjusted already.
              t('CorporateAction.Effect.InForce')
            : t('CorporateAction.Effect.Reference', {
                publishedPx: price(publishedPx),
                referencePx: price(referencePx),
              })}
      </p>
      {answer.totalCount > 0 && (
        <p>
          {type === 'dividend'
            ? t('CorporateAction.Effect.Dividend', {
                gross: money(totals.gross),
                tax: money(totals.tax),
                net: money(totals.net),
                quantity: quantity(totals.quantity),
              })
            : t('CorporateAction.Effect.Shares', {
                shares: quantity(totals.shares),
                quantity: quantity(totals.quantity),
              })}{' '}
          {t(isRegistered ? 'CorporateAction.Effect.Registered' : 'CorporateAction.Effect.SoFar')}
        </p>
      )}
      {isHost ? (
        <p>{t('CorporateAction.Effect.Firms')}</p>
      ) : (
        <DataTable list={view} source={source} state={state} onChange={change} />
      )}
    </>
  )
}
