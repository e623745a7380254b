import type { TextKey } from '@tradebook/contract'
import { rowKeys } from '../../ui/roving-rows.ts'
import { useArrangement } from './preferences.ts'

/**
 * Every key that the trading screen gives a meaning of its own, once: whatever acts on such a key asks
 * this table, and the list of keys is drawn from it. Not in it is what every such widget does (WAI-ARIA
 * Authoring Practices): arrows among tabs and headings, Enter and Escape in a question next to a row.
 *
 * `Alt` with a digit and F6 work while something is typed, too; F6 goes round the parts of a screen
 * in other programs as well. A key that is a single character works only where nothing is typed, and
 * can be switched off (WCAG 2.1.4).
 */
export const scopes = ['screen', 'watch', 'table', 'ticket', 'order', 'ladder'] as const
/** Where a key works. */
export type KeyScope = (typeof scopes)[number]

export interface KeyRow {
  readonly scope: KeyScope
  /** As it is written on the list: `/`, `F6`, `Shift+F6`, `Alt+1`. */
  readonly key: string
  readonly action: KeyAction
  readonly text: TextKey
}

const rows = [
  { scope: 'screen', key: '/', action: 'search', text: 'Trading.Keys.Search' },
  { scope: 'screen', key: 'B', action: 'buy', text: 'Trading.Keys.Buy' },
  { scope: 'screen', key: 'S', action: 'sell', text: 'Trading.Keys.Sell' },
  { scope: 'screen', key: 'C', action: 'cross', text: 'Trading.Keys.Cross' },
  { scope: 'screen', key: 'Alt+1', action: 'watch', text: 'Trading.Keys.ToWatch' },
  { scope: 'screen', key: 'Alt+2', action: 'book', text: 'Trading.Keys.ToBook' },
  { scope: 'screen', key: 'Alt+3', action: 'ticket', text: 'Trading.Keys.ToTicket' },
  { scope: 'screen', key: 'Alt+4', action: 'orders', text: 'Trading.Keys.ToOrders' },
  { scope: 'screen', key: 'F6', action: 'nextRegion', text: 'Trading.Keys.NextRegion' },
  { scope: 'screen', key: 'Shift+F6', action: 'previousRegion', text: 'Trading.Keys.PreviousRegion' },
  { scope: 'screen', key: '?', action: 'help', text: 'Trading.Keys.Help' },
  { scope: 'screen', key: 'Ctrl+/', action: 'help', text: 'Trading.Keys.Help' },
  { scope: 'screen', key: 'Ctrl+K', action: 'commands', text: 'Palette.Title' },
  { scope: 'watch', key: 'ArrowDown', action: 'next', text: 'Trading.Keys.Walk' },
  { scope: 'watch', key: 'ArrowUp', action: 'previous', text: 'Trading.Keys.Walk' },
  { scope: 'watch', key: 'PageDown', action: 'pageDown', text: 'Trading.Keys.WalkPage' },
  { scope: 'watch', key: 'PageUp', action: 'pageUp', text: 'Trading.Keys.WalkPage' },
  { scope: 'watch', key: 'Home', action: 'first', text: 'Trading.Keys.WalkEnds' },
  { scope: 'watch', key: 'End', action: 'last', text: 'Trading.Keys.WalkEnds' },
  { scope: 'watch', key: 'Enter', action: 'open', text: 'Trading.Keys.Open' },
  { scope: 'watch', key: 'B', action: 'buy', text: 'Trading.Keys.BuyMarked' },
  { scope: 'watch', key: 'S', action: 'sell', text: 'Trading.Keys.SellMarked' },
  { scope: 'watch', key: 'F', action: 'favourite', text: 'Trading.Keys.Favourite' },
  { scope: 'watch', key: 'A', action: 'alert', text: 'Alert.Set' },
  { scope: 'watch', key: 'L', action: 'lists', text: 'Trading.Keys.Lists' },
  { scope: 'watch', key: 'Escape', action: 'close', text: 'Trading.Keys.ClearSearch' },
  ...rowKeys.map((row) => ({ scope: 'table' as const, ...row })),
  { scope: 'ticket', key: 'ArrowUp', action: 'tickUp', text: 'Trading.Keys.Tick' },
  { scope: 'ticket', key: 'ArrowDown', action: 'tickDown', text: 'Trading.Keys.Tick' },
  { scope: 'ticket', key: 'PageUp', action: 'leapUp', text: 'Trading.Keys.Leap' },
  { scope: 'ticket', key: 'PageDown', action: 'leapDown', text: 'Trading.Keys.Leap' },
  { scope: 'ticket', key: 'Enter', action: 'send', text: 'Trading.Keys.Send' },
  { scope: 'ticket', key: 'Escape', action: 'close', text: 'Trading.Keys.Close' },
  { scope: 'order', key: 'R', action: 'replace', text: 'Trading.Keys.Replace' },
  { scope: 'order', key: 'X', action: 'cancel', text: 'Trading.Keys.Cancel' },
  { scope: 'ladder', key: 'A', action: 'arm', text: 'Trading.Ladder.Keys.Arm' },
  { scope: 'ladder', key: 'Escape', action: 'disarm', text: 'Trading.Ladder.Keys.Disarm' },
  { scope: 'ladder', key: 'B', action: 'buy', text: 'Trading.Ladder.Keys.Buy' },
  { scope: 'ladder', key: 'S', action: 'sell', text: 'Trading.Ladder.Keys.Sell' },
  { scope: 'ladder', key: 'X', action: 'cancel', text: 'Trading.Ladder.Keys.Cancel' },
  { scope: 'ladder', key: 'M', action: 'move', text: 'Trading.Ladder.Keys.Move' },
  { scope: 'ladder', key: 'PageUp', action: 'up', text: 'Trading.Ladder.Keys.Page' },
  { scope: 'ladder', key: 'PageDown', action: 'down', text: 'Trading.Ladder.Keys.Page' },
  { scope: 'ladder', key: 'Home', action: 'centre', text: 'Trading.Ladder.Keys.Centre' },
] as const satisfies readonly { scope: KeyScope; key: string; action: string; text: TextKey }[]

export const keymap: readonly KeyRow[] = rows
export type KeyAction = (typeof rows)[number]['action']
/** What a key can ask for within a scope. */
export type ActionIn<Scope extends KeyScope> = Extract<(typeof rows)[number], { scope: Scope }>['action']

/** A single character, that typing would produce as well. */
export const isSingleKey = ({ key }: Pick<KeyRow, 'key'>): boolean => key.length === 1

export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>

/** What a key asks for in a scope, by the person's own choice of keys; `undefined` when nothing. */
export function actionOf<Scope extends KeyScope>(scope: Scope, press: KeyPress): ActionIn<Scope> | undefined {
  const { singleKeys } = useArrangement.getState()
  const row = keymap.find((other) => {
    if (other.scope !== scope || !matches(other.key, press)) return false
    return singleKeys || !isSingleKey(other)
  })
  return row?.action as ActionIn<Scope> | undefined
}

function matches(written: string, { key, code, ctrlKey, altKey, metaKey, shiftKey }: KeyPress): boolean {
  const parts = written === '+' ? [written] : written.split('+')
  const name = parts.at(-1) ?? ''
  if (metaKey || ctrlKey !== parts.includes('Ctrl') || altKey !== parts.includes('Alt')) return false
  // Which character a key gives depends on Shift, and with Alt on the system; a named key is itself.
  if (name.length > 1) return key === name && shiftKey === parts.includes('Shift')
  if (altKey) return code === `Digit${name}`
  return key.toLowerCase() === name.toLowerCase()
}
