import { type BulkOrderPreview, Side, sumOfNaira } from '@tradebook/contract'
import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { useStatistic } from '../../live/use-live.ts'
import { Facts } from '../../ui/facts.tsx'
import { money, price, quantity } from '../../ui/format.ts'
import styles from './bulk-order-review.module.css'
import type { BulkOrderInput } from './unconfirmed-order.ts'

type Line = BulkOrderPreview['lines'][number]

/** A part that is refused refuses all of the bulk order. */
export const isRefused = ({ warnings: ofWhole, lines }: BulkOrderPreview): boolean =>
  ofWhole.length > 0 || lines.some(({ warnings }) => warnings.length > 0)

interface BulkOrderReviewProps {
  readonly input: BulkOrderInput
  readonly preview: BulkOrderPreview
}

/** What exactly will be sent, what it comes to, and each account with what it holds or why it would be refused. */
export function BulkOrderReview({ input, preview }: BulkOrderReviewProps) {
  const { t } = useTranslation()
  const { side, securityID, lines } = input
  const last = useStatistic(securityID, (row) => row?.lastPx ?? row?.prevClosePx)
  const sum = (of: (line: NonNullable<Line['preview']>) => number) =>
    money(sumOfNaira(...preview.lines.map((line) => (line.preview ? of(line.preview) : 0))))
  const shares = quantity(lines.reduce((total, { orderQty }) => total + orderQty, 0))
  const isBuy = side === Side.buy
  const refused = preview.lines.filter(({ warnings }) => warnings.length > 0).length
  const facts = [
    [t('Trading.Column.quantity'), shares],
    [t('Bulk.Accounts'), quantity(lines.length)],
    [t('Trading.Column.lastPx'), price(last ?? null)],
    [t('Bulk.Charges'), sum(({ totalFees }) => totalFees)],
    [t(isBuy ? 'Bulk.Costs' : 'Bulk.Brings'), sum(({ total }) => total)],
    [t(isBuy ? 'Bulk.CashHeld' : 'Bulk.SharesHeld'), isBuy ? sum(({ holdAmount }) => holdAmount) : shares],
  ] as const
  return (
    <div className={styles.review}>
      <Facts facts={facts} isFigures />
      {input.price === undefined && <p>{t('Bulk.AtMarket')}</p>}
      {preview.warnings.map((warning) => (
        <Alert key={warning.code} type="error" role="alert" title={inWords(warning)} />
      ))}
      {refused > 0 && <Alert type="error" role="alert" title={t('Bulk.Refused', { count: refused })} />}
      <ul aria-label={t('Bulk.Parts')} className={styles.accounts}>
        {lines.map(({ account, orderQty }, index) => (
          <Account
            key={account}
            account={account}
            shares={orderQty}
            line={preview.lines[index]}
            holds={isBuy ? 'cash' : 'shares'}
          />
        ))}
      </ul>
    </div>
  )
}

const inWords = ({ message, details }: Line['warnings'][number]): string =>
  details ? `${message}. ${details}` : message

interface AccountProps {
  readonly account: string
  readonly shares: number
  readonly line: Line | undefined
  readonly holds: 'cash' | 'shares'
}

function Account({ account, shares, line, holds }: AccountProps) {
  const { t } = useTranslation()
  const { preview, customerName, warnings = [] } = line ?? {}
  const held =
    holds === 'shares'
      ? t('Bulk.HoldsShares', { quantity: quantity(shares) })
      : preview && t('Bulk.HoldsCash', { amount: money(preview.holdAmount) })
  return (
    <li data-refused={warnings.length > 0 || undefined}>
      <strong>{account}</strong>
      <span className={styles.name}>{customerName}</span>
      <span className={styles.figure}>{quantity(shares)}</span>
      {warnings.length === 0 && <span className={styles.figure}>{held}</span>}
      {warnings.map((warning) => (
        <p key={warning.code}>{inWords(warning)}</p>
      ))}
    </li>
  )
}
