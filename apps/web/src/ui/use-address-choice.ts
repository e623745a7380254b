import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/**
 * One of a few values, kept in the address under a name; the first of them where the address has none.
 * What is chosen is shown at once: the address follows when the router comes to it.
 */
export function useAddressChoice<const T extends string>(name: string, values: readonly [T, ...T[]]) {
  const [query, setQuery] = useSearchParams()
  const given = query.get(name)
  const inAddress = values.find((value) => value === given) ?? values[0]
  const { key } = useLocation()
  const [choice, setChoice] = useState<{ readonly value: T; readonly madeAt: string }>()
  const chosen = choice?.madeAt === key ? choice.value : inAddress
  const choose = (value: T) => {
    setChoice({ value, madeAt: key })
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === values[0]) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  }
  return [chosen, choose] as const
}
