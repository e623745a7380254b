import type { BasketPreview } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { money, quantity } from '../../ui/format.ts'
import { Section } from '../../ui/page.tsx'
import styles from './account-totals.module.css'

/** The totals of the orders that would be accepted, account by account. */
export function AccountTotals({ accounts }: { readonly accounts: BasketPreview['accounts'] }) {
  const { t } = useTranslation()
  const columns = [
    [t('Basket.Orders'), ({ orders }) => quantity(orders)],
    [t('Basket.Buys'), ({ buys }) => money(buys)],
    [t('Basket.Sells'), ({ sells }) => money(sells)],
    [t('Basket.Charges'), ({ fees }) => money(fees)],
    [t('List.Column.holdAmount'), ({ holdAmount }) => money(holdAmount)],
    [t('Trading.Ticket.BuyingPower'), ({ availableBalance }) => money(availableBalance)],
    [t('Trading.Ticket.Remains'), ({ availableAfter }) => money(availableAfter)],
  ] as const satisfies readonly (readonly [string, (row: BasketPreview['accounts'][number]) => string])[]
  return (
    <Section heading={t('Basket.Accounts')}>
      <div className={styles.scrolls}>
        <table aria-label={t('Basket.Accounts')} className={styles.totals}>
          <thead>
            <tr>
              <th scope="col">{t('Trading.Column.account')}</th>
              {columns.map(([title]) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {accounts.map((row) => (
              <tr key={row.account}>
                <th scope="row">{row.account}</th>
                {columns.map(([title, shown]) => (
                  <td key={title}>{shown(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
