import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterOf } from '../apps/server/src/store/postgres-passwords.ts'

/** The kernel counts processor time in hundredths of a second. Source: proc(5), sysconf(_SC_CLK_TCK) on Linux. */
const TICK_US = 10_000

/** Fields of /proc/<pid>/stat, counted from the one after the name in parentheses. */
const PARENT = 1
const OWN = [11, 12]
const OF_ENDED_CHILDREN = [13, 14]

/**
 * Processor time of a process so far in microseconds; 0 where the system has no /proc.
 *
 * @param fields whose times are summed.
 */
function timeOf(pid: number | string, fields: readonly number[]): number {
  const values = statOf(pid)
  return fields.reduce((sum, field) => sum + Number(values?.[field] ?? 0) * TICK_US, 0)
}

/** What a server has used so far, in microseconds. */
export const serverTime = (pid: number): number => timeOf(pid, OWN)

/** What the PostgreSQL of a data folder has used so far, its connections included, in microseconds. */
export function postgresTime(dataFolder: string): number {
  const [postmaster = ''] = readFileSync(join(clusterOf(dataFolder), 'postmaster.pid'), 'utf8').split('\n')
  if (!existsSync('/proc')) return 0
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(name)?.[PARENT] === postmaster,
  )
  return children.reduce(
    (sum, pid) => sum + timeOf(pid, OWN),
    timeOf(postmaster, [...OWN, ...OF_ENDED_CHILDREN]),
  )
}

function statOf(pid: number | string): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It has ended, or there is no /proc.
    return undefined
  }
}
