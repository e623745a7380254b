import { Skeleton } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useListState } from '../../ui/data-table/list-state.ts'
import { useServerList } from '../../ui/data-table/server-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { date, money, price, quantity } from '../../ui/format.ts'
import { entitlementsView, type Terms } from './entitlements-view.ts'

/** What a corporate action does: to the price, and to the accounts of the reader's firm. */
export const Effect = ({ terms }: { readonly terms: Terms }) => {
  const { t } = useTranslation()
  const { type } = terms
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
      <p>{t('CorporateAction.Effect.Ex', { exDate: date(exDate), payDate: date(payDate) })}</p>
      <p>
        {referencePx === null || publishedPx === null
          ? t('CorporateAction.Effect.NoReference')
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
      <DataTable list={view} source={source} state={state} onChange={change} />
    </>
  )
}
