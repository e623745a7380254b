/** Runs works of the same key one after the other, in the order in which they are asked for, whether they fail or not. */
export type InTurn = <T>(key: string | number, work: () => Promise<T>) => Promise<T>

/** Turns that are empty; one process does all the work that takes its turn by them. */
export function openTurns(): InTurn {
  const last = new Map<string | number, Promise<unknown>>()
  return (key, work) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(work, work)
    last.set(key, mine)
    const leave = () => {
      if (last.get(key) === mine) last.delete(key)
    }
    mine.then(leave, leave)
    return mine
  }
}
