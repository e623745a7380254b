import { afterEach } from 'vitest'
import type { Failure } from '../../store/transaction.ts'
import { stage } from '../shared-desk.fixture.ts'

/** A commit that has been asked for and waits. */
export interface PausedCommit {
  /** Lets it go to the database, or makes it fail there of what is given. */
  release(failure?: Failure): void
  /** Cuts its connection before anything of it is sent; the desk learns that, or else what is given. */
  lose(failure?: Failure): void
}

/** Takes the next commit that the desk asks for, which waits; other commits go through. */
let take: ((commit: PausedCommit) => void) | undefined
/** Lets those go that wait. */
const releases = new Set<() => void>()

// A test that fails leaves none waiting: the desk could neither go on nor end.
afterEach(() => {
  take = undefined
  for (const release of releases) release()
  releases.clear()
})

/** The next commit that the desk asks for. */
export const nextCommit = (onAsked?: () => void): Promise<PausedCommit> =>
  new Promise((taken) => {
    take = (commit) => {
      onAsked?.()
      taken(commit)
    }
  })

/** A desk's connection of which commits can be paused. */
export async function pausableConnection() {
  const connection = await stage.connect()
  const transact = connection.transact.bind(connection)
  connection.transact = async (statements) => {
    const taken = take
    if (!taken) return transact(statements)
    take = undefined
    const { promise: released, resolve } = Promise.withResolvers<Failure | undefined>()
    releases.add(() => resolve(undefined))
    taken({
      release: resolve,
      lose: (failure = { at: 0, error: new Error('the connection was cut') }) => {
        connection.emit('error', new Error('the connection was cut'))
        connection.cut()
        resolve(failure)
      },
    })
    return (await released) ?? transact(statements)
  }
  return connection
}
