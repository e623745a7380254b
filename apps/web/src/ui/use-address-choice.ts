import { useSearchParams } from 'react-router'

/** One of a few values, kept in the address under a name; the first of them where the address has none. */
export function useAddressChoice<const T extends string>(name: string, values: readonly [T, ...T[]]) {
  const [query, setQuery] = useSearchParams()
  const given = query.get(name)
  const choose = (value: T) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (value === values[0]) after.delete(name)
        else after.set(name, value)
        return after
      },
      { replace: true },
    )
  return [values.find((value) => value === given) ?? values[0], choose] as const
}
