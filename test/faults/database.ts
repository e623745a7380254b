import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { SUPERUSER } from '../../apps/server/src/store/embedded.ts'

/** The database of a data folder as anyone who harms it sees it; nothing here starts it or waits for it. */
export interface Database {
  /** Its first process. */
  postmaster(): number
  /** Suspend all its processes, the first one first; what is returned lets those that are still there go on. */
  suspend(): () => void
  /** Ends those sessions of the server that a condition over `pg_stat_activity` chooses; answers how many. */
  terminate(condition: string): Promise<number>
  /** The process of one session of the server. */
  backend(condition: string): Promise<number>
}

export function databaseOf(dataFolder: string): Database {
  const facts = JSON.parse(readFileSync(join(dataFolder, 'postgres.json'), 'utf8')) as {
    superuserPassword: string
  }
  const lines = () => readFileSync(join(dataFolder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = () => Number(lines()[0])
  const ask = async <Row extends object>(query: string): Promise<Row[]> => {
    const client = new Client({
      host: '127.0.0.1',
      port: Number(lines()[3]),
      user: SUPERUSER,
      password: facts.superuserPassword,
      database: 'postgres',
    })
    await client.connect()
    try {
      return (await client.query<Row>(query)).rows
    } finally {
      await client.end()
    }
  }
  const sessions = (condition: string) => `FROM pg_stat_activity WHERE pid <> pg_backend_pid()
    AND backend_type = 'client backend' AND (${condition})`
  return {
    postmaster,
    suspend() {
      const first = postmaster()
      const suspended = [first, ...childrenOf(first)].filter((pid) => signalled(pid, 'SIGSTOP'))
      return () => {
        for (const pid of suspended) signalled(pid, 'SIGCONT')
      }
    },
    terminate: async (condition) =>
      (await ask(`SELECT pg_terminate_backend(pid) ${sessions(condition)}`)).length,
    async backend(condition) {
      const [row] = await ask<{ pid: number }>(`SELECT pid ${sessions(condition)} LIMIT 1`)
      if (!row) throw new Error(`no session of the server is ${condition}`)
      return row.pid
    },
  }
}

/** The session that holds the lock of the only server. */
export const LOCK_SESSION = `pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted)`

const childrenOf = (parent: number): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

/** Whether there was a process to signal: sessions end while others are looked at. */
function signalled(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return false
  }
}
