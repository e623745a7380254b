import {
  type Basket,
  type BasketColumn,
  type BasketLine,
  type BasketOutcome,
  MOST_BASKET_LINES,
  OrdStatus,
  type StockOrder,
} from '@tradebook/contract'
import type { Worded } from '../../ui/worded.ts'
import { EMPTY_LINE, isEmptyLine } from './imported-lines.ts'

/** The lines in the grid, and what is known of each. */

export type LineOutcome = BasketOutcome['lines'][number]

/** What the check of a line said. */
export interface CheckedLine {
  /** The cash that it would reserve, in naira; null if its account is not the person's. */
  readonly reserves: number | null
  /** Why it would be refused; empty if it would be accepted. */
  readonly reasons: readonly string[]
}

export interface GridLine {
  readonly key: number
  readonly cells: BasketLine
  /** The `clOrdID` under which it was sent, by anyone. */
  readonly sentAs?: string | undefined
  readonly checked?: CheckedLine
  readonly outcome?: LineOutcome
}

/** Its order exists, or may exist: it is not changed, and not sent under another id. */
export const isSettled = ({ outcome }: GridLine): boolean =>
  outcome !== undefined && outcome.outcome !== 'refused'

let keys = 0
const lineOf = (cells: BasketLine): GridLine => {
  keys += 1
  return { key: keys, cells }
}

/** A line as it is saved, with the id of its order. */
export type SavedLine = Basket['lines'][number]

export const savedLine = ({ cells, sentAs }: GridLine): SavedLine => ({
  ...cells,
  ...(sentAs !== undefined && { sentAs }),
})

/** The lines followed by an empty one for the next entry, if there is room. */
const withRoom = (lines: readonly GridLine[]): readonly GridLine[] => {
  const last = lines.at(-1)
  const isRoom = lines.length < MOST_BASKET_LINES && (!last || !isEmptyLine(last.cells) || isSettled(last))
  return isRoom ? [...lines, lineOf(EMPTY_LINE)] : lines
}

export const gridOf = (lines: readonly SavedLine[]): readonly GridLine[] =>
  withRoom(
    lines.map(({ sentAs, ...cells }) => ({ ...lineOf(cells), ...(sentAs !== undefined && { sentAs }) })),
  )

/** The lines as their orders are now; a line whose order is as it was stays the same object. */
export function withOrders(lines: readonly GridLine[], orders: readonly StockOrder[]): readonly GridLine[] {
  const sent = new Set(lines.flatMap(({ sentAs }) => sentAs ?? []))
  if (sent.size === 0) return lines
  const found = new Map(orders.flatMap((order) => (sent.has(order.clOrdID) ? [[order.clOrdID, order]] : [])))
  const after = lines.map((line) => {
    const order = found.get(line.sentAs ?? '')
    if (!order || line.outcome?.order === order) return line
    const outcome = order.ordStatus === OrdStatus.rejected ? 'refused' : 'accepted'
    return {
      ...withoutCheck(line),
      outcome: { clOrdID: order.clOrdID, outcome, order, refusal: null } as const,
    }
  })
  return after.some((line, index) => line !== lines[index]) ? withRoom(after) : lines
}

/** The lines without what became of them: sent again, they are other orders. */
export const unsent = (lines: readonly GridLine[]): readonly GridLine[] =>
  withRoom(filledLines(lines).map(({ key, cells }) => ({ key, cells })))

/** The lines that something was entered in. */
export const filledLines = (lines: readonly GridLine[]): readonly GridLine[] =>
  lines.filter(({ cells }) => !isEmptyLine(cells))

/** A line that was not checked stays the same object: it is not drawn again. */
function withoutCheck(line: GridLine): GridLine {
  if (!line.checked) return line
  const { checked: _, ...rest } = line
  return rest
}

/** A check is no longer valid once anything has changed. */
const unchecked = (lines: readonly GridLine[]): readonly GridLine[] => lines.map(withoutCheck)

/** Changes one cell. */
export const withCell = (
  lines: readonly GridLine[],
  key: number,
  column: BasketColumn,
  text: string,
): readonly GridLine[] =>
  withRoom(
    lines.map((line) => {
      if (line.key !== key || isSettled(line)) return withoutCheck(line)
      return { key, cells: { ...line.cells, [column]: text } }
    }),
  )

/** Puts lines into the grid: over the empty ones at its end. */
export const withAdded = (lines: readonly GridLine[], added: readonly BasketLine[]): readonly GridLine[] =>
  withRoom([...unchecked(filledLines(lines)), ...added.map(lineOf)])

/** Writes pasted cells over those from one line and column on, and adds the lines that are missing. */
export function withPasted(
  lines: readonly GridLine[],
  key: number,
  pasted: readonly BasketLine[],
  columns: readonly BasketColumn[],
): readonly GridLine[] {
  const start = lines.findIndex((line) => line.key === key)
  const after = [...unchecked(lines)]
  for (const [index, cells] of pasted.entries()) {
    const line = after[start + index]
    if (line && isSettled(line)) continue
    const given = Object.fromEntries(columns.map((column) => [column, cells[column]]))
    const changed = { ...(line?.cells ?? EMPTY_LINE), ...given }
    after[start + index] = line ? { key: line.key, cells: changed } : lineOf(changed)
  }
  return withRoom(after)
}

export const without = (lines: readonly GridLine[], key: number): readonly GridLine[] =>
  withRoom(unchecked(lines.filter((line) => line.key !== key)))

/** The lines with what is now known of some of them. */
export const withKnown = (
  lines: readonly GridLine[],
  known: ReadonlyMap<number, Partial<Pick<GridLine, 'checked' | 'outcome' | 'sentAs'>>>,
): readonly GridLine[] =>
  withRoom(
    lines.map((line) => {
      const found = known.get(line.key)
      if (!found) return line
      return { ...('outcome' in found ? withoutCheck(line) : line), ...found }
    }),
  )

/** How many lines may still be added. */
export const roomIn = (lines: readonly GridLine[]): number => MOST_BASKET_LINES - filledLines(lines).length

export const inWordsOf = (message: string, details: string): string =>
  details ? `${message}. ${details}` : message

/** What could not be used of a file, in words. */
export type Notice = Worded
