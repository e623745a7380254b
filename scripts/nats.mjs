import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { finished, root } from './run.mjs'
import { Stopped, step } from './step.mjs'

/** Where Debian's package is unpacked: nothing is installed. */
const unpacked = join(root, 'node_modules', '.cache', 'tradebook', 'nats')
const binary = join(unpacked, 'usr', 'sbin', 'nats-server')

/**
 * Finds a NATS server for the tests of several processes, or gets one: NATS_SERVER, an installed one, Debian's package.
 * @returns {Promise<{ NATS_SERVER?: string }>} for the environment of the tests; those that need one do not run without
 */
export async function ensureNats() {
  const NATS_SERVER = process.env.NATS_SERVER || (await installed()) || (await debians())
  return NATS_SERVER ? { NATS_SERVER } : {}
}

async function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  for (const path of folders.map((folder) => join(folder, 'nats-server')))
    if (existsSync(path) && (await succeeds(path, ['--version']))) return path
  return undefined
}

async function debians() {
  if (!existsSync(binary)) {
    if (!(await succeeds('apt-get', ['--version'])) || !(await succeeds('dpkg-deb', ['--version'])))
      return undefined
    await step("Unpacking Debian's NATS server for the tests of several processes", unpack)
  }
  return (await succeeds(binary, ['--version'])) ? binary : undefined
}

/** Unpacks it aside: several tests may ask for it at once. */
async function unpack() {
  const folder = `${unpacked}.${process.pid}`
  mkdirSync(folder, { recursive: true })
  const isThere =
    (await succeeds('apt-get', ['download', '-q', 'nats-server'], folder)) ||
    ((await succeeds('apt-get', ['update', '-q'])) &&
      (await succeeds('apt-get', ['download', '-q', 'nats-server'], folder)))
  const [file] = isThere ? readdirSync(folder).filter((name) => name.endsWith('.deb')) : []
  if (file && (await succeeds('dpkg-deb', ['--extract', file, '.'], folder))) {
    try {
      renameSync(folder, unpacked)
    } catch (error) {
      if (!existsSync(binary)) throw error
    }
  }
  rmSync(folder, { recursive: true, force: true })
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
async function succeeds(command, args, cwd = root) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    return (await finished(spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] }))).code === 0
  } catch (error) {
    // Who is told to end tries nothing else.
    if (error instanceof Stopped) throw error
    return false
  }
}
