import type { RequestFrame } from './frames.ts'

/** How long changes are gathered before the page is notified, in milliseconds. */
export const FRAME_MS = 50
/** On a slow or busy machine at most this long: a price that is older is no longer a living one. */
const LONGEST_FRAME_MS = 250
/** Of the time until the next showing, the last one's cost is at most one part in so many. */
const PARTS = 4

/**
 * Milliseconds until changes are shown again, after showing them cost so many: the page keeps three
 * quarters of its time for the person, however slow the machine.
 */
export const pauseAfter = (costMs: number): number =>
  Math.min(Math.max(FRAME_MS, costMs * (PARTS - 1)), LONGEST_FRAME_MS)

/** Frames as far apart as what the last one cost to render, lay out and paint asks for. */
export function pacedFrames(): RequestFrame {
  let pause = FRAME_MS
  const beforePaint = globalThis.requestAnimationFrame
  return (show) => {
    setTimeout(() => {
      const begun = performance.now()
      show()
      // What is rendered because of it is rendered before this, in a microtask of its own.
      queueMicrotask(() => {
        const rendered = performance.now() - begun
        // A page that is not seen is not painted, and keeps the pace it had.
        beforePaint(() => {
          const drawing = performance.now()
          setTimeout(() => {
            pause = pauseAfter(rendered + performance.now() - drawing)
          })
        })
      })
    }, pause)
  }
}
