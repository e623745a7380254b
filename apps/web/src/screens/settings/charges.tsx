import {
  ALWAYS,
  basisInWords,
  type CallOutput,
  chargesOn,
  feeNames,
  feesOf,
  feeTable,
  feeText,
  kobo,
  type PriceKobo,
  ppmOf,
  type Quantity,
  rateInKobo,
  Side,
  shares,
  toNaira,
  totalOf,
} from '@tradebook/contract'
import { feeRateInput } from '@tradebook/contract/schemas/fees'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePosting, useRequest } from '../../accounts/posting.ts'
import { useCall } from '../../api/use-call.ts'
import { isPending } from '../../api/use-send.ts'
import { useMarketDate } from '../../live/use-live.ts'
import { readPrice, readQuantity, type Typed, wordedOf } from '../../orders/typed-figures.ts'
import { useMayMake } from '../../session.ts'
import { FigureInput } from '../../ui/figure-input.tsx'
import { date, money } from '../../ui/format.ts'
import { Columns, Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import { type Worded, wordsOf } from '../../ui/worded.ts'
import { Agreements } from './agreements.tsx'
import { CHARGES, percentText } from './charge-text.ts'
import styles from './settings-screen.module.css'

type Charges = CallOutput<'Fees/Get'>

const SIDES = [Side.buy, Side.sell] as const
const SIDE_WORDS = { '1': 'List.Side.1', '2': 'List.Side.2' } as const
const ITEM_WORDS = Object.fromEntries(feeNames.map((item) => [item, feeText(item)]))

/** What the firm charges: its fee table, what customers agreed, and what an example trade would be charged. */
export const ChargesSettings = () => {
  const { t } = useTranslation()
  const { data } = useCall('Fees/Get', {}, { staleTime: 0 })
  const marketDate = useMarketDate()
  const mayChange = useMayMake('Fees/Update')
  // The host has no charges.
  if (!data || data.rates.length === 0 || marketDate === undefined) return null
  return (
    <>
      <Section heading={t('Fees.Table')}>
        <RateTable rates={data.rates} marketDate={marketDate} />
      </Section>
      <Columns>
        {mayChange && (
          <Section heading={t('Fees.Change')}>
            <RateForm />
          </Section>
        )}
        <Section heading={t('Fees.Example')}>
          <Example rates={data.rates} marketDate={marketDate} />
        </Section>
      </Columns>
      <Section heading={t('Fees.Agreements')}>
        <Agreements customers={data.customers} marketDate={marketDate} />
      </Section>
    </>
  )
}

interface RatesProps extends Pick<Charges, 'rates'> {
  readonly marketDate: string
}

/** What applies on the market day, and what comes from a later day, which can be deleted. What was replaced before is left out. */
function RateTable({ rates, marketDate }: RatesProps) {
  const { t } = useTranslation()
  const mayDelete = useMayMake('Fees/DeleteRate')
  const remove = useRequest('Fees/DeleteRate', CHARGES)
  const basisOf = (row: Charges['rates'][number]) => {
    const rate = rateInKobo(row)
    return rate && basisInWords(rate, t)
  }
  const replaced = (row: Charges['rates'][number]) =>
    rates.some(
      (other) =>
        other.side === row.side &&
        other.item === row.item &&
        other.dateFrom > row.dateFrom &&
        other.dateFrom <= marketDate,
    )
  const shown = feeNames.flatMap((item) =>
    SIDES.flatMap((side) => rates.filter((row) => row.item === item && row.side === side && !replaced(row))),
  )
  return (
    <div className={styles.table}>
      <SendFailure state={remove.state} />
      {remove.state.status === 'done' && <p role="status">{t('Fees.Asked')}</p>}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Note.Item')}</th>
            <th scope="col">{t('Trading.Column.side')}</th>
            <th scope="col">{t('Fees.From')}</th>
            <th scope="col">{t('Note.Rate')}</th>
            <th scope="col">{t('Fees.Minimum')}</th>
            <th scope="col">{t('Fees.Maximum')}</th>
            <th scope="col">{t('Fees.Vat')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr
              key={`${row.item} ${row.side} ${row.dateFrom}`}
              data-comes={row.dateFrom > marketDate || undefined}
            >
              <th scope="row">{t(feeText(row.item))}</th>
              <td>{t(SIDE_WORDS[row.side])}</td>
              <td>{row.dateFrom === ALWAYS ? t('Fees.Always') : date(row.dateFrom)}</td>
              <td>{basisOf(row) || percentText(0)}</td>
              <td>{money(row.minimum)}</td>
              <td>{row.maximum === undefined ? '' : money(row.maximum)}</td>
              <td>{percentText(row.vatPpm)}</td>
              <td>
                {mayDelete && row.dateFrom > marketDate && (
                  <Button
                    type="link"
                    danger
                    loading={isPending(remove.state)}
                    aria-label={t('Fees.Delete.rate', {
                      item: t(feeText(row.item)),
                      side: t(SIDE_WORDS[row.side]),
                      date: date(row.dateFrom),
                    })}
                    onClick={() =>
                      void remove.send({ side: row.side, item: row.item, dateFrom: row.dateFrom })
                    }
                  >
                    {t('Fees.Delete')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A new row of the table, or another instead of one that has not begun. */
function RateForm() {
  const { t } = useTranslation()
  const { postingID, made, text, begun, posted, failed } = usePosting('Fees/Update', '')
  return (
    <div className={styles.form}>
      <SchemaForm
        key={made}
        label={t('Fees.Change')}
        change="Fees/Update"
        schema={feeRateInput}
        fields={[
          { name: 'item', label: 'Note.Item', choices: ITEM_WORDS },
          { name: 'side', label: 'Trading.Column.side', choices: SIDE_WORDS },
          { name: 'dateFrom', label: 'Fees.From', help: 'Fees.From.help', shownAs: 'date' },
          { name: 'ratePercent', label: 'Fees.Rate', help: 'Fees.Rate.help' },
          { name: 'perShare', label: 'Fees.PerShare' },
          { name: 'perTrade', label: 'Fees.PerTrade', help: 'Fees.PerTrade.help' },
          { name: 'maximum', label: 'Fees.Maximum', help: 'Fees.Maximum.help' },
          { name: 'minimum', label: 'Fees.Minimum', help: 'Fees.Minimum.help' },
          { name: 'vatPercent', label: 'Fees.Vat' },
        ]}
        initial={{ minimum: 0 }}
        toInput={({ ratePercent, vatPercent, ...row }) => ({
          postingID,
          rates: [{ ...row, ratePpm: ppmOf(ratePercent), vatPpm: ppmOf(vatPercent) }],
        })}
        action={t('Fees.Save')}
        makesStale={CHARGES}
        onSubmit={begun}
        onDone={() => posted(t('Fees.Asked'))}
        onFailed={failed}
      />
      <p role="status">{text}</p>
    </div>
  )
}

/** The figure that was read last, and why what is typed now is none. */
function useLastRead<T>(read: Typed<T>, initial: T): { readonly value: T; readonly why?: Worded } {
  const [value, setValue] = useState(initial)
  if (read.why) return { value, why: wordedOf(read) }
  if (read.value !== value) setValue(read.value)
  return { value: read.value }
}

/** The contract notes of one example trade, by the charges of a date. */
function Example({ rates, marketDate }: RatesProps) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState({ quantity: '10,000', price: '36.80' })
  const quantity = useLastRead(readQuantity(typed.quantity), 10_000 as Quantity)
  const price = useLastRead(readPrice(typed.price), 3_680 as PriceKobo)
  const [tradeDate, setDate] = useState(marketDate)
  const days = [...new Set([marketDate, ...rates.map(({ dateFrom }) => dateFrom)])]
    .filter((day) => day >= marketDate)
    .sort()
  const value = kobo(BigInt(quantity.value) * BigInt(price.value))
  const table = feeTable(rates.flatMap((row) => rateInKobo(row) ?? []))
  const sides = SIDES.map((side) => {
    const traded = { consideration: value, quantity: shares(quantity.value), trades: 1 }
    const lines = feesOf(chargesOn(table, { side, tradeDate }), traded)
    const total = totalOf(lines)
    return { side, lines, total, net: kobo(side === Side.buy ? value + total : value - total) }
  })
  const names = [...new Set(sides.flatMap(({ lines }) => lines.map(({ line }) => line)))]
  return (
    <div className={styles.example}>
      <div className={styles.trade}>
        {(['quantity', 'price'] as const).map((figure) => {
          const { why } = { quantity, price }[figure]
          return (
            <div key={figure} className={styles.figure}>
              <label htmlFor={`${id}-${figure}`}>{t(`Trading.Column.${figure}`)}</label>
              <FigureInput
                id={`${id}-${figure}`}
                value={typed[figure]}
                status={why ? 'error' : ''}
                aria-invalid={why !== undefined}
                aria-describedby={`${id}-${figure}-why`}
                onChange={(text) => setTyped((before) => ({ ...before, [figure]: text }))}
              />
              <small id={`${id}-${figure}-why`}>{why && wordsOf(why, t)}</small>
            </div>
          )
        })}
        <label>
          {t('Fees.TradeDate')}
          <select value={tradeDate} onChange={({ target }) => setDate(target.value)}>
            {days.map((day) => (
              <option key={day} value={day}>
                {date(day)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Note.Item')}</th>
              {SIDES.map((side) => (
                <th key={side} scope="col">
                  {t(SIDE_WORDS[side])}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <ExampleRow label={t('Note.Consideration')} amounts={sides.map(() => value)} />
            {names.map((name) => (
              <ExampleRow
                key={name}
                label={t(feeText(name))}
                amounts={sides.map(({ lines }) => lines.find(({ line }) => line === name)?.amount)}
              />
            ))}
          </tbody>
          <tfoot>
            <ExampleRow label={t('Note.TotalFees')} amounts={sides.map(({ total }) => total)} />
            <ExampleRow label={t('Fees.Net')} amounts={sides.map(({ net }) => net)} />
          </tfoot>
        </table>
      </div>
    </div>
  )
}

interface ExampleRowProps {
  readonly label: string
  readonly amounts: readonly (Parameters<typeof toNaira>[0] | undefined)[]
}

const ExampleRow = ({ label, amounts }: ExampleRowProps) => (
  <tr>
    <th scope="row">{label}</th>
    {amounts.map((amount, index) => (
      <td key={SIDES[index]}>{amount === undefined ? '' : money(toNaira(amount))}</td>
    ))}
  </tr>
)
