import { cleanup, configure } from '@testing-library/react'
import { afterAll, vi } from 'vitest'

// The files of a worker share what npm gives, and globals. The page's own modules are each file's own, because many
// files replace one of them; and a file leaves the globals as they were.
vi.resetModules()
// What is waited for appears, on a machine that is busy with other tests too; the limit of a test ends it otherwise.
configure({ asyncUtilTimeout: 20_000 })
afterAll(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  document.body.replaceChildren()
})

/** jsdom lays nothing out: an observer of the size of an element never receives one. */
class SizelessObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= SizelessObserver

/** Nothing is known of a screen: no question about it is answered with yes. */
globalThis.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  })

// jsdom has the style of an animation and plays none: anyone who waits for the end of one would wait for ever.
Reflect.deleteProperty(CSSStyleDeclaration.prototype, 'WebkitAnimation')

/**
 * Frames by the clock of the machine. jsdom has one timer for all frames, which it begins also when what has the focus
 * is removed: begun on a clock of a test, it never ran again, and no frame came any more in any later file.
 */
const { setTimeout: later, clearTimeout: notLater } = globalThis
const frames = new Map<number, ReturnType<typeof later>>()
let lastFrame = 0
globalThis.requestAnimationFrame = (callback) => {
  const frame = ++lastFrame
  const run = () => {
    frames.delete(frame)
    callback(performance.now())
  }
  frames.set(frame, later(run, 1000 / 60))
  return frame
}
globalThis.cancelAnimationFrame = (frame) => {
  notLater(frames.get(frame))
  frames.delete(frame)
}
