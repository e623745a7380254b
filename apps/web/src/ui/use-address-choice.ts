import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * One of a few values, kept in the address under a name; the first of them where the address has none.
 * What is chosen is shown at once: the address follows when the router comes to it.
 */
export function useAddressChoice<const T extends string>(name: string, values: readonly [T, ...T[]]) {
  const [query, setQuery] = useSearchParams()
  const given = query.get(name)
  const inAddress = values.find((value) => value === given) ?? values[0]
  const [chosen, setChosen] = useState(inAddress)
  useEffect(() => setChosen(inAddress), [inAddress])
  const choose = (value: T) => {
    setChosen(value)
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
