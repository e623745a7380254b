import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Stopped } from './step.mjs'

/** The project's folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const bin = join(root, 'node_modules', '.bin')

/** The oldest Node that runs TypeScript by itself as the server needs it. */
const NODE_MAJOR = 24

/**
 * The Node the product runs on: its own from node_modules, or the running one where there is no
 * package for this platform.
 * @returns {string}
 */
export function productNode() {
  const windows = process.platform === 'win32'
  const own = join(
    root,
    'node_modules',
    `node-${windows ? 'win' : process.platform}-${process.arch}`,
    'bin',
    windows ? 'node.exe' : 'node',
  )
  if (existsSync(own)) return own
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return process.execPath
  throw new Stopped(
    `Tradebook runs on Node ${NODE_MAJOR}; this is ${process.version}, and npm has no Node for ${process.platform} ${process.arch}.`,
  )
}

/** What is started finds the project's tools, and among them its Node, before the machine's. */
const pathWithTools = () => [dirname(productNode()), bin, pathWithoutTools()].join(delimiter)

/** The machine's own tools: npm must not run on the Node it is about to replace. */
export const pathWithoutTools = () =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.replaceAll('\\', '/').includes('node_modules/'))
    .join(delimiter)

/**
 * Lets Node keep what it compiled for its next start. That start is faster, and so is what it runs: taking
 * the types out of a file detaches a buffer, after which V8 checks every access to any typed array.
 */
export const keepingCompiled = {
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'tradebook', 'compiled'),
}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string>} [env] besides the environment
 * @property {string} [folder] to run in, from the project's
 */

/**
 * @param {string} command `node`, or a tool of node_modules/.bin
 * @param {string[]} args
 * @param {RunOptions & { stdio?: 'inherit' | 'pipe' }} [options]
 */
export function start(command, args, { env = {}, folder = '.', stdio = 'inherit' } = {}) {
  const node = productNode()
  const [program, first] = command === 'node' ? [node, []] : [node, [join(bin, command)]]
  return spawn(program, [...first, ...args], {
    cwd: join(root, folder),
    env: { ...process.env, PATH: pathWithTools(), ...env },
    stdio: stdio === 'inherit' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Runs a command to its end in the foreground, passing signals on to it.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code
 */
export const run = (command, args, options = {}) => exitOf([start(command, args, options)])

/**
 * Runs commands side by side; when one ends the others are stopped.
 * @param {({ command: string, args: string[] } & RunOptions)[]} parts
 * @returns {Promise<number>}
 */
export const runTogether = (parts) =>
  exitOf(parts.map(({ command, args, ...options }) => start(command, args, options)))

/**
 * Lets children end with this process: passes signals on to them, and ends them when the process that started this one is gone.
 * @param {import('node:child_process').ChildProcess[]} children
 * @param {{ atOnce?: boolean }} [options] `atOnce`: they have nothing to put in order
 */
function endTogether(children, { atOnce = false } = {}) {
  // At a terminal Ctrl-C already reaches the whole group; signalled twice, a child would end at once.
  const atTerminal = process.stdin.isTTY
  let isTold = false
  /** @type {(signal: NodeJS.Signals) => void} */
  const passOn = (signal) => {
    isTold = true
    if (atTerminal && signal === 'SIGINT' && !atOnce) return
    for (const child of children) child.kill(atOnce ? 'SIGKILL' : signal)
  }
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, passOn)
  // A child that was signalled to end is not signalled again: a second signal means at once.
  const watch = whenAbandoned(() => {
    if (!isTold) passOn('SIGTERM')
  })
  return {
    /** Whether this process is to end. */
    isTold: () => isTold,
    /** The children have ended. */
    done() {
      for (const signal of signals) process.off(signal, passOn)
      clearInterval(watch)
    },
  }
}

/** @param {import('node:child_process').ChildProcess[]} children */
async function exitOf(children) {
  const together = endTogether(children)
  const codes = await Promise.all(
    children.map(
      (child) =>
        new Promise((/** @type {(code: number) => void} */ resolve, reject) => {
          child.on('error', reject)
          child.on('exit', (code, signal) => {
            for (const other of children) if (other !== child) other.kill('SIGTERM')
            resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1))
          })
        }),
    ),
  )
  together.done()
  return codes.find((code) => code !== 0) ?? 0
}

/**
 * npm runs its scripts by a shell that dies of a signal without passing it on: anyone who stops npm
 * means us too, and all we learn of it is that our parent is gone.
 * @param {() => void} stop
 */
function whenAbandoned(stop) {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event) return undefined
  return setInterval(() => {
    if (process.ppid !== parent) stop()
  }, 500)
}

/**
 * Collects the output of a child, to show it only if it fails. The child ends with this process.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ atOnce?: boolean }} [options] `atOnce`: it has nothing to put in order
 * @returns {Promise<{ code: number, output: string }>}
 */
export function finished(child, options) {
  const together = endTogether([child], options)
  return new Promise((/** @type {(end: { code: number, output: string }) => void} */ resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => {
      if (together.isTold()) reject(new Stopped('Ended before it was done.'))
      else resolve({ code: code ?? 1, output })
    })
  }).finally(together.done)
}
