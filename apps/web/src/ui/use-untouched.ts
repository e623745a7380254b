import { type FocusEvent, useRef, useState } from 'react'

/**
 * A value that stands still while the pointer or the focus is in an element, so that no row changes
 * places under the hand, and the properties of that element.
 */
export function useUntouched<T>(value: T) {
  const [isTouched, setTouched] = useState(false)
  const shown = useRef(value)
  if (!isTouched) shown.current = value
  const touched = {
    onPointerEnter: () => setTouched(true),
    onPointerLeave: () => setTouched(false),
    onFocus: () => setTouched(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) =>
      setTouched(currentTarget.contains(relatedTarget)),
  }
  return [shown.current, touched] as const
}
