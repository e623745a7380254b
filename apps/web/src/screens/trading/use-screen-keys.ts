import { useEffect, useRef } from 'react'
import { isBehindDialog } from '../../ui/behind-dialog.ts'
import { type ActionIn, actionOf } from './keymap.ts'

/** What every key of the whole screen does. */
export type ScreenKeys = Readonly<Record<ActionIn<'screen'>, () => void>>

/**
 * Keys of the whole screen: asleep behind a dialog that holds the screen, single characters while
 * something is typed as well. A part of the screen that has taken a key for itself keeps it.
 */
export function useScreenKeys(keys: ScreenKeys): void {
  const current = useRef(keys)
  useEffect(() => {
    current.current = keys
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBehindDialog()) return
      if (event.key.length === 1 && isPlain(event) && isTyping(event.target)) return
      const action = actionOf('screen', event)
      if (!action) return
      event.preventDefault()
      current.current[action]()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isPlain = ({ ctrlKey, altKey, metaKey }: KeyboardEvent) => !ctrlKey && !altKey && !metaKey

/** Fields that take characters; a radio or a checkbox takes none. */
const TYPED = 'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable]'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest(TYPED) !== null
