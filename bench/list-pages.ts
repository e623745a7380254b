import { type CallName, calls, pathOf } from '@tradebook/contract'
import type { Person } from '../test/person.ts'
import { median } from './order-flow.ts'

const REPEATS = 5
/** Rows of a page. */
export const PAGE = 50

/** Asks for pages of a list, each several times, and prints the first time, which finds caches cold, and the median of the others. */
export async function printPages(
  url: string,
  person: Person,
  name: CallName,
  asked: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [what, query] of Object.entries(asked)) {
    const [first = 0, ...others] = await timesOf(url, person, name, query)
    console.log(
      `  ${what.padEnd(34)} ${first.toFixed(1).padStart(8)} ${median(others).toFixed(1).padStart(8)}`,
    )
  }
}

/** How many milliseconds a page takes, again and again. */
async function timesOf(url: string, person: Person, name: CallName, query: string): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n <= REPEATS; n += 1) times.push(await millisecondsOf(url, person, name, query))
  return times
}

async function millisecondsOf(
  url: string,
  { token }: Person,
  name: CallName,
  query: string,
): Promise<number> {
  const began = performance.now()
  const answer = await fetch(`${url}${pathOf(name, calls[name])}?maxResultCount=${PAGE}&${query}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${name}?${query}: ${answer.status} ${text}`)
  return performance.now() - began
}
