import { useEffect } from 'react'
import { isBehindDialog } from '../../ui/behind-dialog.ts'
import { showPalette } from './open-palette.ts'

/** Ctrl+K, or Cmd+K on a Mac, opens the command palette from every screen, also while something is typed. */
export function usePaletteKey(isOffered: boolean): void {
  useEffect(() => {
    if (!isOffered) return
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event
      if (
        defaultPrevented ||
        key.toLowerCase() !== 'k' ||
        ctrlKey === metaKey ||
        altKey ||
        shiftKey ||
        isBehindDialog()
      )
        return
      event.preventDefault()
      showPalette()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOffered])
}
