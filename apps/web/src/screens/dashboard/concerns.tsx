import {
  type CustomerRow,
  isFinal,
  isOpenInMarket,
  lagosDate,
  type StockOrder,
  sumOfNaira,
} from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useCustomers } from '../../accounts/customer-select.tsx'
import { useCall } from '../../api/use-call.ts'
import { useKnownOrders, useMarketDate, useMarketSummary } from '../../live/use-live.ts'
import { ACCOUNT_STATEMENT, accountAt, PORTFOLIO_VALUATION } from '../../paths.ts'
import { useCan, useMayRead, useSession } from '../../session.ts'
import { useFreshList } from '../../ui/data-table/server-list.ts'
import { change, direction, money, quantity } from '../../ui/format.ts'
import { Columns, Section } from '../../ui/page.tsx'
import styles from './dashboard-screen.module.css'

/** How long the figures may lag behind orders and prices, in milliseconds. */
const LAG_MS = 5_000
/** How many accounts there is room for. */
const LARGEST_SHOWN = 5

/**
 * What concerns the person: of a customer their own accounts, of staff the firm. The host has neither, and staff who
 * read customers without their orders have none of their own: the accounts that they find are other people's.
 */
export const Concerns = () => {
  const isOfFirm = useSession(({ tenant }) => tenant !== null)
  const seesFirm = useCan('VIEW_ALL_ORDERS')
  const seesCustomers = useMayRead('VIEW_CUSTOMERS')
  if (!isOfFirm) return null
  if (seesFirm) return <Firm />
  return seesCustomers ? null : <OwnAccounts />
}

const OwnAccounts = () => {
  const { data } = useCustomers('')
  return data?.items.map((account) => <Account key={account.accountNumber} {...account} />)
}

/** Cash, holdings, gains and today's orders of an account. */
const Account = ({ accountNumber, cscsAccount }: CustomerRow) => {
  const { t } = useTranslation()
  const balance = useCall('Order/GetDashAccountBalance', { cscsAccount })
  const valuation = useCall('BackOffice/GetDashAccountPortfolioValuation', {
    cscsAcct: cscsAccount,
    maxResultCount: 1,
  })
  const known = useKnownOrders()?.filter(({ account }) => account === accountNumber)
  const steps = stepsOf(known ?? [])
  useFreshList('Order/GetDashAccountBalance', steps, LAG_MS)
  useFreshList('BackOffice/GetDashAccountPortfolioValuation', useMarketSummary()?.numberOfTrades, LAG_MS)
  const today = useMarketDate()
  const { totals, realisedGain } = valuation.data ?? {}
  const isFailed = balance.isError || valuation.isError
  return (
    <Section
      heading={t('Dashboard.Account.of', { account: accountNumber })}
      tools={<Link to={accountAt(PORTFOLIO_VALUATION, accountNumber)}>{t('Dashboard.Valuation')}</Link>}
    >
      {isFailed && <p>{t('Dashboard.Failed')}</p>}
      <Figures
        figures={[
          [t('Dashboard.Available'), money(balance.data?.availableBalance)],
          [t('Dashboard.Ledger'), money(balance.data?.ledgerBalance)],
          [t('Dashboard.Held'), money(balance.data?.heldAmount)],
          [t('Dashboard.Holdings'), money(totals?.marketValue)],
          [t('Dashboard.Unrealised'), change(totals?.gainLoss), totals && direction(totals.gainLoss)],
          [t('Dashboard.Realised'), change(realisedGain), direction(realisedGain)],
          [
            t('Dashboard.OrdersToday'),
            quantity(
              known?.filter(({ creationTime }) => lagosDate(Date.parse(creationTime)) === today).length,
            ),
          ],
          [t('Dashboard.OpenOrders'), quantity(known?.filter(isOpen).length)],
        ]}
      />
    </Section>
  )
}

/** Turnover, commission and orders of the firm today, and the accounts that traded most. */
const Firm = () => {
  const { t } = useTranslation()
  const today = useMarketDate()
  const { data, isError } = useCall(
    'Order/getOrderTransactionSummary',
    { groupBy: 'account', from: today, to: today },
    { enabled: today !== undefined },
  )
  const known = useKnownOrders()
  useFreshList('Order/getOrderTransactionSummary', stepsOf(known ?? []), LAG_MS)
  const { totals } = data ?? {}
  const largest = (data?.items ?? [])
    .map(({ key, buyValue, sellValue, commission }) => ({
      key,
      value: sumOfNaira(buyValue, sellValue),
      commission,
    }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value)
    .slice(0, LARGEST_SHOWN)
  return (
    <Columns>
      <Section heading={t('Dashboard.Firm')}>
        {isError && <p>{t('Dashboard.Failed')}</p>}
        <Figures
          figures={[
            [t('Dashboard.Turnover'), money(totals && sumOfNaira(totals.buyValue, totals.sellValue))],
            [t('Dashboard.Commission'), money(totals?.commission)],
            [t('Dashboard.Charges'), money(totals?.fees)],
            [t('Dashboard.OrdersToday'), quantity(totals?.orders)],
            [t('Dashboard.OpenOrders'), quantity(known?.filter(isOpenInMarket).length)],
          ]}
        />
      </Section>
      <Section heading={t('Dashboard.Largest')}>
        {data && largest.length === 0 && <p className={styles.none}>{t('Dashboard.Largest.None')}</p>}
        <ol className={styles.largest}>
          {largest.map(({ key, value }) => (
            <li key={key}>
              <AccountLink account={key} />
              <span>{money(value)}</span>
            </li>
          ))}
        </ol>
      </Section>
    </Columns>
  )
}

/** An account by its customer's name, once that is known, to its statement. */
const AccountLink = ({ account }: { readonly account: string }) => {
  const { data } = useCustomers(account)
  const customer = data?.items.find(({ accountNumber }) => accountNumber === account)
  return (
    <Link to={accountAt(ACCOUNT_STATEMENT, account)}>
      {[customer?.customerName, account].filter(Boolean).join(' · ')}
    </Link>
  )
}

const isOpen = ({ ordStatus }: StockOrder): boolean => !isFinal(ordStatus)

/** Grows with every step of an order. */
const stepsOf = (orders: readonly StockOrder[]): number =>
  orders.reduce((sum, { version }) => sum + version + 1, 0)

interface FiguresProps {
  readonly figures: readonly (readonly [label: string, text: string, tone?: ReturnType<typeof direction>])[]
}

const Figures = ({ figures }: FiguresProps) => (
  <dl className={`${styles.turnover} ${styles.concerns}`}>
    {figures.map(([label, text, tone]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd data-tone={tone}>{text}</dd>
      </div>
    ))}
  </dl>
)
