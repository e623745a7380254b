/**
 * `npm start`, `npm test` and the other commands: sees to what a command needs, then runs it under
 * the project's own Node. This file and those it imports run before anything is installed, so they
 * are plain JavaScript that Node 20 understands.
 */

import { join } from 'node:path'
import { check } from './check.mjs'
import { ensureChromium } from './chromium.mjs'
import { ensureCluster, runInOwnNamespaces } from './cluster.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { inMemory } from './in-memory.mjs'
import { ensureNats } from './nats.mjs'
import { keepingCompiled, root, run, runTogether } from './run.mjs'
import { Stopped } from './step.mjs'
import { ensureWebPage } from './web-page.mjs'

/**
 * @typedef {object} Command
 * @property {string} summary
 * @property {(args: string[]) => Promise<number>} run Answers the exit code.
 */

/** @type {Record<string, Command>} */
const commands = {
  start: {
    summary: 'the trading system on http://localhost:8080',
    run: async (args) => {
      await ensureWebPage()
      // The terminal shows in words what is done; the log is for what goes wrong.
      const env = { ...keepingCompiled, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' }
      return run('node', ['apps/server/src/main.ts', ...args], { env })
    },
  },
  build: {
    summary: 'install what is missing and build the web page, without starting',
    run: async () => {
      await ensureWebPage()
      return 0
    },
  },
  dev: {
    summary: 'server and page, both reloading on change',
    run: (args) =>
      runTogether([
        { command: 'node', args: ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts', ...args] },
        { command: 'rsbuild', args: ['dev'], folder: 'apps/web' },
      ]),
  },
  test: {
    summary: 'every test, those in a browser included',
    run: (args) => inMemory((memory) => test(args, memory)),
  },
  e2e: {
    summary: 'the journeys through a real browser',
    run: (args) => inMemory((memory) => test(['--project', 'e2e', ...args], memory)),
  },
  check: {
    summary: 'types, format, lint, imports, coverage table, README, security',
    run: () => check(),
  },
  format: {
    summary: 'format, and fix what can be fixed safely',
    run: () => run('biome', ['check', '--write', '.']),
  },
  sim: {
    summary: 'seeded simulation of the desk and its exchange, with faults',
    run: (args) => run('node', ['test/sim/main.ts', ...args]),
  },
  faults: {
    summary:
      'the long runs: kills under load and in each phase of the market day, a database that is away, every way to end, a minute of every event',
    // On the disk, whose time is part of what is measured.
    run: (args) =>
      test(['--project', 'system', ...args], {
        TRADEBOOK_TEST_KILLS: '200',
        TRADEBOOK_TEST_SECONDS: '60',
        TRADEBOOK_TEST_LONG: '1',
      }),
  },
  cluster: {
    summary:
      'three machines in network namespaces, under order load: `kills` of their parts, `partitions` of their links',
    run: async (args) => {
      const bed = await ensureCluster()
      const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
      // What is killed here loses nothing that it has given to the operating system, so the disk is not part of it.
      return inMemory((memory) =>
        runInOwnNamespaces([vitest, 'run', '--project', 'cluster', ...args], {
          ...{ ...keepingCompiled, ...bed, ...memory },
        }),
      )
    },
  },
  bench: {
    summary: 'what is fast, measured against a peer in the same run',
    run: (args) => run('node', ['bench/main.ts', ...args], { env: keepingCompiled }),
  },
  exchange: {
    summary: 'the market as a process of its own, which members reach by FIX',
    run: (args) => run('node', ['apps/exchange/src/main.ts', ...args]),
  },
  certify: {
    summary: 'the cases of a FIX certification against an exchange, with a report',
    run: (args) => run('node', ['apps/exchange/src/certify/main.ts', ...args]),
  },
  backup: {
    summary: 'back the data folder up while it is in use, or verify its backups',
    run: (args) => backupCommand('backup', args),
  },
  restore: {
    summary: 'a data folder from its backups, as it was at any instant',
    run: (args) => backupCommand('restore', args),
  },
  standby: {
    summary: 'a data folder that follows that of another machine',
    run: (args) => backupCommand('standby', args),
  },
  promote: {
    summary: 'a standby that takes over from the machine that it followed',
    run: (args) => backupCommand('promote', args),
  },
  replay: {
    summary: 'recorded order flow of a real exchange through our own',
    run: (args) => run('node', ['scripts/replay.ts', ...args]),
  },
  shots: {
    summary: 'pictures of every screen, as each demo user',
    run: async (args) => {
      await ensureWebPage()
      return run('node', ['scripts/shots.ts', ...args])
    },
  },
}

/**
 * @param {string} name
 * @param {string[]} args
 */
const backupCommand = (name, args) => run('node', ['apps/server/src/backup/commands.ts', name, ...args])

/**
 * @param {string[]} args for vitest
 * @param {Record<string, string>} [env]
 */
async function test(args, env = {}) {
  await ensureWebPage()
  const browser = await ensureChromium()
  const nats = await ensureNats()
  const reporters = ['--reporter=default', '--reporter=./scripts/totals.mjs']
  return run('vitest', ['run', ...reporters, ...args], { env: { ...browser, ...nats, ...env } })
}

const [name = '', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
if (command) {
  try {
    await ensureDependencies()
    process.exitCode = await command.run(args)
  } catch (error) {
    if (!(error instanceof Stopped)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
} else {
  const rows = Object.entries(commands).map(([word, { summary }]) => `  npm run ${word.padEnd(8)} ${summary}`)
  console.error(`${name ? `No command is called "${name}". ` : ''}The commands are:\n${rows.join('\n')}`)
  process.exitCode = 2
}
