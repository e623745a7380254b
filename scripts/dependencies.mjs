import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { finished, pathWithoutTools, root } from './run.mjs'
import { Stopped, step } from './step.mjs'

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, link?: boolean, optional?: boolean }} Locked
 * @typedef {Record<string, Locked>} Lock packages by their path
 */

/** Installs what package-lock.json lists into node_modules, unless it is already there. */
export async function ensureDependencies() {
  const wanted = readLock('package-lock.json')
  linkOwnPackages(wanted)
  if (sameAsInstalled(wanted)) return

  const paths = Object.keys(wanted).filter((path) => !wanted[path]?.optional)
  await step('Installing dependencies', async (progress) => {
    const counting = setInterval(() => {
      const there = paths.filter((path) => existsSync(join(root, path, 'package.json'))).length
      progress(`${there} of ${paths.length} packages`)
    }, 1_000)
    try {
      const installing = npm(['ci', '--ignore-scripts', '--loglevel=error'])
      // Told to end, npm goes on for long and then undoes it all; the next install begins with nothing anyway.
      const { code, output } = await finished(installing, { atOnce: true })
      if (code !== 0) throw new Stopped(`npm ci failed:\n${output}`)
    } finally {
      clearInterval(counting)
    }
  })
}

/**
 * Links packages of this repository that were added since the last install, which needs no download.
 * @param {Lock} wanted
 */
function linkOwnPackages(wanted) {
  if (!existsSync(join(root, 'node_modules'))) return
  for (const [path, { link, resolved }] of Object.entries(wanted)) {
    const at = join(root, path)
    if (!link || !resolved || existsSync(at)) continue
    mkdirSync(dirname(at), { recursive: true })
    symlinkSync(relative(dirname(at), join(root, resolved)), at, 'junction')
  }
}

/**
 * What npm keeps of its last finished install shows whether another is needed. A package for
 * another platform is locked as optional and rightly absent.
 * @param {Lock} wanted
 */
function sameAsInstalled(wanted) {
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const installed = readLock(join('node_modules', '.package-lock.json'))
  return Object.entries(wanted).every(([path, { version, integrity, optional, link }]) => {
    if (link) return existsSync(join(root, path))
    const there = installed[path]
    return there ? there.version === version && there.integrity === integrity : optional === true
  })
}

/**
 * @param {string} file
 * @returns {Lock} what is in node_modules; the project's own folders are links from there
 */
function readLock(file) {
  const { packages } = /** @type {{ packages: Lock }} */ (JSON.parse(readFileSync(join(root, file), 'utf8')))
  return Object.fromEntries(Object.entries(packages).filter(([path]) => path.startsWith('node_modules/')))
}

/** Where npm looks for what is set for the whole machine. */
const ofMachine = ['prefix', 'global_prefix', 'local_prefix', 'globalconfig'].map(
  (name) => `npm_config_${name}`,
)

/**
 * The environment for an npm that installs. By `npm --prefix` a person says where the project is; npm then looks
 * there for the settings of the machine, too, and says so to every npm below it: without the machine's registry and
 * certificates that one would wait for a long time and fail.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {NodeJS.ProcessEnv}
 */
export function environmentForNpm(environment) {
  if (environment.npm_config_prefix !== root) return environment
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ofMachine.includes(name)))
}

/** @param {string[]} args */
const npm = (args) =>
  spawn('npm', args, {
    cwd: root,
    env: { ...environmentForNpm(process.env), PATH: pathWithoutTools() },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm is a script on Windows.
    shell: process.platform === 'win32',
  })
