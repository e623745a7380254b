import {
  type BasketColumn,
  type BasketLine,
  basketColumns,
  type CallInput,
  namesLastDay,
  OrdType,
  Side,
  sides,
  type TextKey,
  TimeInForce,
  timesInForce,
  toNaira,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { readPrice, readQuantity, type Typed, wordedOf } from '../../orders/typed-figures.ts'
import { readDay } from '../../ui/days.ts'
import { meaningsOf, readDecimal } from '../../ui/decimal.ts'
import type { Worded } from '../../ui/worded.ts'

export type BasketOrder = CallInput<'Basket/Send'>['orders'][number]

/** Why a cell cannot be part of an order. */
export interface CellFault extends Worded {
  readonly column: BasketColumn
  /** The numbers that it may mean; the person chooses one. */
  readonly choices?: readonly string[]
}

/** What a line contains: an order, or the reason why it is not one yet. */
export interface ReadLine {
  readonly order?: BasketOrder
  readonly faults: readonly CellFault[]
}

/**
 * Reads the cells of a line as an order. A line without a price is a market order, one with a stop price a stop order;
 * without a time in force it is for the day. No cell is guessed: the person is asked about a text that can mean two
 * numbers.
 */
export function readLine(line: BasketLine, t: TFunction): ReadLine {
  const faults: CellFault[] = []
  const fault = (column: BasketColumn, text: TextKey, values?: Worded['values']) => {
    faults.push({ column, text, ...(values && { values }) })
    return undefined
  }
  const figure = <T>(column: 'orderQty' | 'price' | 'stopPx', read: Typed<T>): T | undefined => {
    if (read.why === undefined) return read.value
    const choices = choicesOf(line[column])
    faults.push({ column, ...wordedOf(read), ...(choices && { choices }) })
    return undefined
  }
  const account = line.account || fault('account', 'Basket.Missing.account')
  const side = line.side
    ? (codeOf(line.side, sideWords, sides, t) ?? fault('side', 'Basket.Wrong.side'))
    : fault('side', 'Basket.Missing.side')
  const securityID = line.securityID.toUpperCase() || fault('securityID', 'Basket.Missing.securityID')
  const orderQty = figure('orderQty', readQuantity(line.orderQty))
  const price = line.price ? figure('price', readPrice(line.price)) : undefined
  const stopPx = line.stopPx ? figure('stopPx', readPrice(line.stopPx)) : undefined
  const timeInForce = line.timeInForce
    ? (codeOf(line.timeInForce, timeWords, timesInForce, t) ??
      fault('timeInForce', 'Basket.Wrong.timeInForce'))
    : TimeInForce.day
  const expireDate = line.expireDate
    ? (dayOf(line.expireDate, t) ?? fault('expireDate', 'Basket.Wrong.expireDate'))
    : undefined
  const hasLastDay = line.expireDate !== ''
  if (timeInForce && namesLastDay(timeInForce) && !hasLastDay)
    fault('expireDate', 'Basket.Missing.expireDate')
  if (timeInForce && !namesLastDay(timeInForce) && hasLastDay) fault('expireDate', 'Basket.Wrong.lastDay')
  if (faults.length > 0 || !account || !side || !securityID || !orderQty || !timeInForce) {
    const inOrder = faults.toSorted(
      (a, b) => basketColumns.indexOf(a.column) - basketColumns.indexOf(b.column),
    )
    return { faults: inOrder }
  }
  return {
    faults,
    order: {
      ...{ account, securityID, side, orderQty, timeInForce },
      ordType: ordTypeOf(price !== undefined, stopPx !== undefined),
      ...(price !== undefined && { price: toNaira(price) }),
      ...(stopPx !== undefined && { stopPx: toNaira(stopPx) }),
      ...(expireDate !== undefined && { expireDate }),
      ...(line.text && { text: line.text }),
    },
  }
}

function ordTypeOf(hasPrice: boolean, hasStop: boolean): OrdType {
  if (hasStop) return hasPrice ? OrdType.stopLimit : OrdType.stop
  return hasPrice ? OrdType.limit : OrdType.market
}

function choicesOf(typed: string): readonly string[] | undefined {
  if (readDecimal(typed.trim().replace(/^₦\s*/, '')) !== 'twoMeanings') return undefined
  const { less, more } = meaningsOf(typed)
  return [less, more]
}

/** How the sides and the times in force are written in sheets of any language, in small letters. */
const sideWords: Readonly<Record<string, Side>> = {
  ...{ b: Side.buy, buy: Side.buy, bid: Side.buy, [Side.buy]: Side.buy },
  ...{ s: Side.sell, sell: Side.sell, offer: Side.sell, [Side.sell]: Side.sell },
}
const timeWords: Readonly<Record<string, TimeInForce>> = {
  day: TimeInForce.day,
  gtc: TimeInForce.goodTillCancel,
  gtd: TimeInForce.goodTillDate,
  ioc: TimeInForce.immediateOrCancel,
  fok: TimeInForce.fillOrKill,
  opg: TimeInForce.goodTillOpen,
  'at the open': TimeInForce.goodTillOpen,
  atc: TimeInForce.goodTillClose,
  'at the close': TimeInForce.goodTillClose,
}

function codeOf<Code extends string>(
  typed: string,
  words: Readonly<Record<string, Code>>,
  texts: Readonly<Record<Code, TextKey>>,
  t: TFunction,
): Code | undefined {
  const text = typed.trim().toLowerCase()
  if (Object.hasOwn(words, text)) return words[text]
  const codes = Object.keys(texts) as Code[]
  return codes.find((code) => t(texts[code] as TextKey).toLowerCase() === text)
}

const DAY_MS = 86_400_000
/** Days from 30 December 1899, where Excel's days begin, to 1 January 1970. */
const DAYS_TO_1970 = 25_569
/** A day as a workbook stores it, of this century. */
const SERIAL_DAY = /^[3-9]\d{4}$/

/** A day as it is typed everywhere (`readDay`), or as a workbook stores it. */
const dayOf = (typed: string, t: TFunction): string | undefined =>
  SERIAL_DAY.test(typed.trim())
    ? new Date((Number(typed) - DAYS_TO_1970) * DAY_MS).toISOString().slice(0, 10)
    : readDay(typed, t('Calendar.Months'), true)
