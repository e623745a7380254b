/** How far a pointer goes before it drags, in pixels; nearer it is a press (`press.ts`). */
const SLIP = 10

/**
 * Handles what is dragged from one element to another with a pointer. What is held is read when the pointer goes down,
 * because it may be drawn again or be gone before the pointer comes up.
 *
 * @param hold What is taken hold of, from the element under the pointer; `undefined` where nothing is.
 * @param goal Where it is dropped, from the element under the pointer.
 * @returns How to stop handling it.
 */
export function onDrag<Held, Goal>(
  container: HTMLElement,
  hold: (target: Element) => Held | undefined,
  goal: (target: Element) => Goal | undefined,
  drop: (held: Held, at: Goal) => void,
): () => void {
  let dragged: { readonly held: Held; readonly event: PointerEvent } | undefined
  const release = () => {
    dragged = undefined
    delete container.dataset.dragging
  }
  const isFar = (event: PointerEvent, from: PointerEvent) =>
    Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLIP
  const listening = new AbortController()
  const { signal } = listening
  container.addEventListener(
    'pointerdown',
    (event) => {
      const isFirst = event.isPrimary && event.button === 0 && event.target instanceof Element
      const held = isFirst ? hold(event.target) : undefined
      dragged = held === undefined ? undefined : { held, event }
    },
    { signal },
  )
  document.addEventListener(
    'pointermove',
    (event) => {
      if (dragged && isFar(event, dragged.event)) container.dataset.dragging = 'true'
    },
    { signal },
  )
  document.addEventListener(
    'pointerup',
    (event) => {
      const now = dragged
      release()
      if (!now || now.event.pointerId !== event.pointerId || !isFar(event, now.event)) return
      // A touch stays with the element it began on: what is under it is asked for.
      const under = document.elementFromPoint(event.clientX, event.clientY)
      const at = under && container.contains(under) ? goal(under) : undefined
      if (at !== undefined) drop(now.held, at)
    },
    { signal },
  )
  document.addEventListener('pointercancel', release, { signal })
  return () => listening.abort()
}
