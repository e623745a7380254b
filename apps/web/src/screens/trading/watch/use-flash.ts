import { type RefObject, useEffect, useRef } from 'react'

const FADE_MS = 400
/** In few steps: each one is a repaint, and a busy market fades a hundred cells at once. */
const fade: KeyframeAnimationOptions = { duration: FADE_MS, easing: 'steps(5)' }
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
    const tint = value > before.value ? 'var(--tb-up-tint)' : 'var(--tb-down-tint)'
    element.current?.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], fade)
  }, [value, flashes])
  return element
}
