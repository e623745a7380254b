import { CloseOutlined } from '@ant-design/icons'
import {
  type BasketColumn,
  basketColumns,
  basketTitles,
  LONGEST_BASKET_CELL,
  sides,
  timesInForce,
} from '@tradebook/contract'
import { Button } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { money } from '../../ui/format.ts'
import { wordsOf } from '../../ui/worded.ts'
import styles from './basket-grid.module.css'
import { type GridLine, isSettled } from './basket-lines.ts'
import { isEmptyLine } from './imported-lines.ts'
import { outcomeText } from './outcome-text.ts'
import { type CellFault, readLine } from './read-line.ts'
import { isSheet } from './sheet-text.ts'

export interface GridChanges {
  readonly onCell: (key: number, column: BasketColumn, text: string) => void
  /** Several cells were pasted into a cell. */
  readonly onPaste: (key: number, column: BasketColumn, text: string) => void
  readonly onRemove: (key: number) => void
}

interface BasketGridProps extends GridChanges {
  readonly lines: readonly GridLine[]
  /** Nothing may be changed while orders are sent. */
  readonly isLocked: boolean
  /** Whether the orders of the person are known: a line that was sent and has none was not entered. */
  readonly areOrdersKnown: boolean
}

const figures: readonly BasketColumn[] = ['orderQty', 'price', 'stopPx']

/**
 * The lines of a basket as a sheet. Tab and Enter go from cell to cell, the arrows up and down; several cells are pasted
 * at once. What is wrong with a line is shown next to it once the person has left it.
 */
export function BasketGrid({ lines, isLocked, areOrdersKnown, ...changes }: BasketGridProps) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<number>()
  const id = useId()
  return (
    <div className={styles.sheet}>
      <datalist id={`${id}side`}>
        {Object.values(sides).map((title) => (
          <option key={title} value={t(title)} />
        ))}
      </datalist>
      <datalist id={`${id}timeInForce`}>
        {Object.values(timesInForce).map((title) => (
          <option key={title} value={t(title)} />
        ))}
      </datalist>
      <table aria-label={t('Basket.Lines')} onKeyDown={moveByKeys}>
        <thead>
          <tr>
            <th scope="col">{t('Basket.Line')}</th>
            <th scope="col" data-column="result">
              {t('Basket.Result')}
            </th>
            {basketColumns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(basketTitles[column])}
              </th>
            ))}
            <th scope="col">
              <span className={styles.hidden}>{t('Trading.Column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody onFocus={({ target }) => setEdited(keyOfCell(target))} onBlur={() => setEdited(undefined)}>
          {lines.map((line, index) => (
            <Line
              key={line.key}
              line={line}
              number={index + 1}
              isEdited={edited === line.key}
              isLocked={isLocked}
              areOrdersKnown={areOrdersKnown}
              listID={id}
              {...changes}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The line whose cell has the focus; none if a button next to the cells has it. */
const keyOfCell = (target: Element): number | undefined =>
  target instanceof HTMLInputElement ? Number(target.closest('tr')?.dataset.key) : undefined

interface LineProps extends GridChanges {
  readonly line: GridLine
  readonly number: number
  readonly isEdited: boolean
  readonly isLocked: boolean
  readonly areOrdersKnown: boolean
  readonly listID: string
}

const Line = memo(function Line({
  line,
  number,
  isEdited,
  isLocked,
  areOrdersKnown,
  listID,
  onCell,
  onPaste,
  onRemove,
}: LineProps) {
  const { t } = useTranslation()
  const { key, cells } = line
  const isFixed = isLocked || isSettled(line)
  const isShown = !isEdited && !isEmptyLine(cells) && !isSettled(line)
  const faults = isShown ? readLine(cells, t).faults : []
  const wrong = new Set(faults.map(({ column }) => column))
  const resultID = `${listID}${key}`
  return (
    <tr data-key={key} data-outcome={line.outcome?.outcome}>
      <th scope="row">{number}</th>
      <td data-column="result" id={resultID}>
        {faults.length > 0 ? (
          faults.map((fault) => (
            <Fault
              key={fault.column}
              fault={fault}
              isFixed={isFixed}
              onChoose={(text) => onCell(key, fault.column, text)}
            />
          ))
        ) : (
          <Result line={line} areOrdersKnown={areOrdersKnown} />
        )}
      </td>
      {basketColumns.map((column) => (
        <td key={column} data-column={column} data-title={t(basketTitles[column])}>
          <input
            value={cells[column]}
            readOnly={isFixed}
            maxLength={LONGEST_BASKET_CELL}
            autoComplete="off"
            spellCheck={false}
            inputMode={figures.includes(column) ? 'decimal' : undefined}
            list={column === 'side' || column === 'timeInForce' ? `${listID}${column}` : undefined}
            aria-label={t('Basket.Cell', { column: t(basketTitles[column]), line: number })}
            aria-invalid={wrong.has(column) || undefined}
            aria-describedby={wrong.has(column) ? resultID : undefined}
            onChange={({ target }) => onCell(key, column, target.value)}
            onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
              const text = event.clipboardData.getData('text/plain')
              if (isFixed || !isSheet(text)) return
              event.preventDefault()
              onPaste(key, column, text)
            }}
          />
        </td>
      ))}
      <td>
        {!isFixed && !isEmptyLine(cells) && (
          <Button
            size="small"
            type="text"
            icon={<CloseOutlined />}
            aria-label={t('Basket.RemoveLine', { line: number })}
            onClick={() => onRemove(key)}
          />
        )}
      </td>
    </tr>
  )
})

interface FaultProps {
  readonly fault: CellFault
  readonly isFixed: boolean
  readonly onChoose: (text: string) => void
}

/** What is wrong with a cell, and what it may have meant. */
function Fault({ fault, isFixed, onChoose }: FaultProps) {
  const { t } = useTranslation()
  return (
    <p className={styles.wrong}>
      {t('Basket.Fault', { column: t(basketTitles[fault.column]), fault: wordsOf(fault, t) })}
      {!isFixed &&
        fault.choices?.map((choice) => (
          <Button key={choice} size="small" onClick={() => onChoose(choice)}>
            {choice}
          </Button>
        ))}
    </p>
  )
}

/** What the check or the exchange said of a line. */
function Result({ line, areOrdersKnown }: { readonly line: GridLine; readonly areOrdersKnown: boolean }) {
  const { checked, outcome, sentAs } = line
  const { t } = useTranslation()
  if (checked && checked.reasons.length > 0)
    return checked.reasons.map((reason) => (
      <p key={reason} className={styles.wrong}>
        {reason}
      </p>
    ))
  if (checked)
    return (
      <p>
        {checked.reserves ? t('Basket.Reserves', { amount: money(checked.reserves) }) : t('Basket.Ready')}
      </p>
    )
  if (!outcome)
    return sentAs === undefined ? null : (
      <p className={areOrdersKnown ? styles.wrong : undefined}>
        {t(areOrdersKnown ? 'Basket.NotEntered' : 'Basket.Looking')}
      </p>
    )
  return (
    <p className={outcome.outcome === 'accepted' ? styles.done : styles.wrong}>{outcomeText(outcome, t)}</p>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }

/** Up and down in a column. */
function moveByKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const step = steps[event.key]
  const { target } = event
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing
  if (step === undefined || hasModifier || !(target instanceof HTMLInputElement)) return
  // The arrows choose in a list that is open.
  if (target.list && event.key !== 'Enter' && target.value !== '') return
  const row = target.closest('tr')
  const column = target.closest('td')?.dataset.column
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  const input = next?.querySelector<HTMLInputElement>(`td[data-column="${column}"] input`)
  event.preventDefault()
  input?.focus()
  input?.select()
}
