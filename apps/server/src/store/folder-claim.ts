import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePrivate, readPrivate } from './private-file.ts'

/**
 * That a data folder is in use, written in the folder itself, for those who cannot see the process that uses it:
 * another machine or container with the same disk, and a copy of the folder. On one machine PostgreSQL's own locks
 * decide who is first.
 */
export interface FolderClaim {
  /** Claims the folder again where another place has taken it. @throws as `claimFolder` does. */
  renew(): Promise<void>
  /** Ends the claim: the database of the folder has stopped. */
  release(): void
}

/** As written in the folder. */
interface Claim {
  /** The machine's name, for people. */
  readonly machine: string
  /** Where process numbers mean the same: a boot of a machine, and a container on it. */
  readonly place: string
  /** The folder's number on its disk. A copy has another one, a folder that was moved keeps it. */
  readonly folder: string
  readonly since: string
}

type OwnClaim = Omit<Claim, 'since'>

/** How a claim is kept alive, and how long a silent one is watched before it counts as left behind. */
export interface ClaimTimes {
  readonly beatMs: number
  readonly watchMs: number
}

const TIMES: ClaimTimes = { beatMs: 1_000, watchMs: 5_000 }

const claimFile = (folder: string) => join(folder, 'in-use.json')

/**
 * Claims a data folder for this place, and shows that the claim is alive as long as this process runs.
 *
 * @param onLost another place has claimed the folder, because this one showed no life.
 * @param place where this process runs; given by tests.
 * @throws Error in words when the folder is in use elsewhere, or is a copy of one that was in use.
 */
export async function claimFolder(
  folder: string,
  onLost: (reason: Error) => void,
  { place = thisPlace(), times = TIMES }: { place?: string; times?: ClaimTimes } = {},
): Promise<FolderClaim> {
  const claim = { machine: hostname(), place, folder: numberOf(folder) }
  let beating: NodeJS.Timeout | undefined
  const beat = () => {
    const found = readClaim(folder)
    if (found?.place === place) return touch(folder)
    if (found) {
      clearInterval(beating)
      onLost(new Error(inUse(folder, found)))
    } else claimAgain(folder, claim)
  }
  const renew = async () => {
    await take(folder, claim, times)
    clearInterval(beating)
    beating = setInterval(beat, times.beatMs).unref()
  }
  await renew()
  return {
    renew,
    release() {
      clearInterval(beating)
      remove(folder, place)
    },
  }
}

/** Ends the claim of this place, whichever of its processes made it. */
export const releaseFolder = (folder: string): void => remove(folder, thisPlace())

async function take(folder: string, claim: OwnClaim, times: ClaimTimes): Promise<void> {
  for (;;) {
    const found = readClaim(folder) ?? write(folder, claim)
    if (found.folder !== claim.folder) throw new Error(copiedInUse(folder, found))
    if (found.place === claim.place) return
    if (await isAlive(folder, found, times)) throw new Error(inUse(folder, found))
    takeAway(folder, found)
  }
}

function remove(folder: string, place: string): void {
  if (readClaim(folder)?.place === place) rmSync(claimFile(folder), { force: true })
}

const inUse = (folder: string, { machine, since }: Claim) =>
  `The data folder ${folder} is in use on ${machine}, since ${since}. Stop that Tradebook first, or give this one a data folder of its own with TRADEBOOK_DATA.`

const copiedInUse = (folder: string, { machine, since }: Claim) =>
  `The data folder ${folder} is a copy of one that was in use (on ${machine}, since ${since}): files that change while they are copied do not fit together. Stop the Tradebook of the original and copy the folder again. If nothing used the original while it was copied, delete ${claimFile(folder)} and start again.`

function write(folder: string, own: OwnClaim): Claim {
  const claim = { ...own, since: new Date().toISOString() }
  makePrivate(claimFile(folder), claim)
  return readClaim(folder) ?? claim
}

/** Writes the claim that somebody deleted, unless the folder is gone or another one is in its place. */
function claimAgain(folder: string, claim: OwnClaim): void {
  try {
    if (numberOf(folder) === claim.folder) write(folder, claim)
  } catch {
    // The folder is gone, or the disk takes nothing: the next beat tries again.
  }
}

function readClaim(folder: string): Claim | undefined {
  const found = readPrivate(claimFile(folder))
  if (!found || typeof found.place === 'string') return found as Claim | undefined
  // A file that is not a claim protects nobody.
  rmSync(claimFile(folder), { force: true })
  return undefined
}

function touch(folder: string): void {
  const now = new Date()
  try {
    utimesSync(claimFile(folder), now, now)
  } catch {
    // Released meanwhile, or the disk takes nothing: the next beat shows which.
  }
}

/** Whether somebody keeps the claim alive. The clocks of two machines differ: only that its time changes counts. */
async function isAlive(folder: string, claim: Claim, { beatMs, watchMs }: ClaimTimes): Promise<boolean> {
  const first = beatOf(folder)
  for (const deadline = performance.now() + watchMs; performance.now() < deadline; ) {
    await sleep(beatMs / 2)
    if (!isSame(readClaim(folder), claim)) return false
    if (beatOf(folder) !== first) return true
  }
  return false
}

/** Opening a file makes a network disk ask for its newest time. */
function beatOf(folder: string): number | undefined {
  try {
    const file = openSync(claimFile(folder), 'r')
    try {
      return fstatSync(file).mtimeMs
    } finally {
      closeSync(file)
    }
  } catch {
    return undefined
  }
}

/** Takes a claim away that was left behind, unless somebody else just did and made one of their own. */
function takeAway(folder: string, claim: Claim): void {
  if (!isSame(readClaim(folder), claim)) return
  const aside = `${claimFile(folder)}.${process.pid}`
  try {
    renameSync(claimFile(folder), aside)
    if (!isSame(JSON.parse(readFileSync(aside, 'utf8')) as Claim, claim)) linkSync(aside, claimFile(folder))
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

const isSame = (one: Claim | undefined, other: Claim): boolean =>
  one?.place === other.place && one.since === other.since

const numberOf = (folder: string): string => String(statSync(folder, { bigint: true }).ino)

/** On Linux two containers of one machine are two places: neither sees the other's processes. */
function thisPlace(): string {
  if (process.platform !== 'linux') return hostname()
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${readlinkSync('/proc/self/ns/pid')}`
}
