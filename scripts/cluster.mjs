import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { finished, productNode, root } from './run.mjs'
import { Stopped, step } from './step.mjs'

/** A Debian of the release whose packages the test bed needs, apart from the machine's own. */
const unpacked = join(root, 'node_modules', '.cache', 'tradebook', 'cluster')
const RELEASE = 'trixie'
const PACKAGES = ['postgresql-17', 'patroni', 'etcd-server', 'haproxy', 'nats-server', 'iptables']
const MEGABYTES = 800

/**
 * Sees to what the test bed of several machines needs, and says first what it builds.
 * @returns {Promise<{ TRADEBOOK_CLUSTER_ROOT: string }>} for the environment of its tests
 */
export async function ensureCluster() {
  const missing = await missingHere()
  if (missing.length > 0) throw new Stopped(`The test bed of three machines needs ${missing.join(', ')}.`)
  if (!existsSync(join(unpacked, 'usr', 'bin', 'patroni'))) {
    console.log(
      `The test bed needs PostgreSQL 17, Patroni, etcd, HAProxy and NATS as Debian ${RELEASE} has them. They are built once in ${unpacked}, about ${MEGABYTES} MB, and nothing is installed.`,
    )
    await step(`Building a Debian ${RELEASE}`, build)
  }
  return { TRADEBOOK_CLUSTER_ROOT: unpacked }
}

/**
 * Runs the project's Node where processes, network and mounts are its own: all of them are gone with it, however it
 * ends.
 * @param {string[]} args
 * @param {Record<string, string>} env besides the environment
 * @returns {Promise<number>} its exit code
 */
export async function runInOwnNamespaces(args, env) {
  const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The shell is the first process there, which collects those that lose their parent, as Node would not.
  const child = spawn('unshare', [...namespaces, 'sh', '-c', '"$@"; exit $?', 'sh', productNode(), ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: 'inherit',
  })
  // It passes no other signal on.
  const stop = () => child.kill('SIGKILL')
  process.on('SIGTERM', stop)
  const code = await new Promise((/** @type {(code: number) => void} */ resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
  process.off('SIGTERM', stop)
  return code
}

async function missingHere() {
  /** @type {[what: string, isThere: boolean][]} */
  const needs = [
    ['Linux', process.platform === 'linux'],
    ['root', process.getuid?.() === 0],
    [
      "Debian's apt-get and dpkg-deb",
      (await succeeds('apt-get', ['--version'])) && (await succeeds('dpkg-deb', ['--version'])),
    ],
    ['ip (iproute2)', await succeeds('ip', ['-V'])],
    [
      'network namespaces (unshare --net)',
      await succeeds('unshare', ['--net', '--mount', '--pid', '--fork', 'true']),
    ],
  ]
  return needs.filter(([, isThere]) => !isThere).map(([what]) => what)
}

/** Builds it aside, with a debootstrap that is unpacked for that alone. */
async function build() {
  const folder = `${unpacked}.${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  const tool = join(folder, 'debootstrap')
  const system = join(folder, 'root')
  mkdirSync(tool, { recursive: true })
  try {
    await must('apt-get', ['download', '-q', 'debootstrap'], { cwd: tool })
    const [file = ''] = readdirSync(tool).filter((name) => name.endsWith('.deb'))
    await must('dpkg-deb', ['--extract', file, '.'], { cwd: tool })
    await must(
      join(tool, 'usr', 'sbin', 'debootstrap'),
      ['--variant=minbase', `--include=${PACKAGES.join()}`, RELEASE, system],
      { env: { ...process.env, DEBOOTSTRAP_DIR: join(tool, 'usr', 'share', 'debootstrap') } },
    )
    await must('chroot', [system, 'apt-get', 'clean'])
    rmSync(unpacked, { recursive: true, force: true })
    renameSync(system, unpacked)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
async function must(command, args, options = {}) {
  const { code, output } = await finished(
    spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }),
  )
  if (code !== 0) throw new Stopped(`${command} failed.\n${output.split('\n').slice(-10).join('\n')}`)
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function succeeds(command, args) {
  try {
    return (await finished(spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] }))).code === 0
  } catch (error) {
    if (error instanceof Stopped) throw error
    return false
  }
}
