/** How far the hand may slip between press and release, in pixels; further is a change of mind. */
const SLIP = 10

/**
 * Handles presses on what moves: what is pressed is read when the pointer goes down and done when it
 * comes up, whatever has come, gone or moved under it meanwhile. A click would be lost with the
 * element it began on, or would reach another one.
 *
 * @param read What is pressed, from the element under the pointer; `undefined` where nothing is.
 * @returns How to stop handling them.
 */
export function onPress<Pressed>(
  container: HTMLElement,
  read: (target: Element) => Pressed | undefined,
  act: (pressed: Pressed) => void,
): () => void {
  let held: { readonly pressed: Pressed; readonly event: PointerEvent } | undefined
  const release = () => {
    held = undefined
  }
  const readAt = ({ target }: Event) => (target instanceof Element ? read(target) : undefined)

  const listening = new AbortController()
  const { signal } = listening
  container.addEventListener(
    'pointerdown',
    (event) => {
      const pressed = event.isPrimary && event.button === 0 ? readAt(event) : undefined
      held = pressed === undefined ? undefined : { pressed, event }
    },
    { signal },
  )
  container.addEventListener(
    'mousedown',
    (event) => {
      // The focus goes where the press leads, not to what is pressed.
      if (held) event.preventDefault()
    },
    { signal },
  )
  container.addEventListener(
    'click',
    (event) => {
      // Keys and reading aids click without a pointer.
      const pressed = event.detail === 0 ? readAt(event) : undefined
      if (pressed !== undefined) act(pressed)
    },
    { signal },
  )
  document.addEventListener(
    'pointerup',
    (event) => {
      if (held?.event.pointerId !== event.pointerId) return
      const { pressed, event: down } = held
      release()
      const slip = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY)
      if (slip <= SLIP) act(pressed)
    },
    { signal },
  )
  document.addEventListener('pointercancel', release, { signal })
  return () => listening.abort()
}
