import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useStatistic } from '../../live/use-live.ts'
import { FigureInput } from '../../ui/figure-input.tsx'
import { price } from '../../ui/format.ts'
import styles from './price-field.module.css'

interface PriceFieldProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (text: string) => void
}

/** The price of an order of the security that the form has chosen, with its last price, tick and limits of the day. */
export function PriceField(field: PriceFieldProps) {
  const { t } = useTranslation()
  const securityID: string | undefined = Form.useWatch('securityID')
  const last = useStatistic(securityID ?? '', (row) => row?.lastPx ?? row?.prevClosePx)
  const { data } = useCall(
    'MarketData/getPricelimitRange',
    { security: securityID ?? '' },
    { enabled: Boolean(securityID), failure: 'silent' },
  )
  return (
    <>
      <FigureInput {...field} />
      {securityID && (
        <p className={styles.facts}>
          {last != null && (
            <span>
              {t('Trading.Column.lastPx')} {price(last)}
            </span>
          )}
          {data && (
            <span>
              {t('Trading.Ticket.PriceRules', {
                low: price(data.lowLimitPx),
                high: price(data.highLimitPx),
                tick: price(data.tickSize),
              })}
            </span>
          )}
        </p>
      )}
    </>
  )
}
