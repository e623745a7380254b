import { type RefObject, useEffect, useRef } from 'react'
import { Flashes } from './flashes.ts'

const tints = new Flashes()

/** Three a second at most (WCAG 2.3.1). */
const LEAST_PAUSE_MS = 334

const motionIsReduced = matchMedia('(prefers-reduced-motion: reduce)')

/** Tints an element for a moment whenever its figure rises or falls. */
export function useFlash<T extends HTMLElement>(
  value: number | string | null,
  flashes: boolean,
): RefObject<T | null> {
  const element = useRef<T>(null)
  const last = useRef({ value, at: 0 })
  useEffect(() => {
    const before = last.current
    if (value === before.value) return
    const now = performance.now()
    const mayFlash = flashes && now - before.at >= LEAST_PAUSE_MS && !motionIsReduced.matches
    last.current = { value, at: mayFlash ? now : before.at }
    if (!mayFlash || before.value === null || value === null) return
    if (element.current) tints.flash(element.current, value > before.value ? 'up' : 'down')
  }, [value, flashes])
  return element
}
