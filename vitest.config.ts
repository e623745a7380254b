import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** `npm run faults` measures what is promised, so that nothing may run beside it. */
const LONG = process.env.TRADEBOOK_TEST_LONG === '1'

/** Tests wait for databases, servers, browsers and deadlines: others compute meanwhile. */
const maxWorkers = LONG ? 1 : 2 * availableParallelism()

/**
 * The projects are four kinds of test. Those of the page that need a document are `.test.tsx` and run in
 * `web`; its others need none and run in `unit`. All run in one group, so that none waits for the slowest
 * file of another kind.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          globalSetup: 'apps/server/src/store/test-cluster.ts',
          include: [
            'packages/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'bench/**/*.test.ts',
            'test/*.test.ts',
            'test/sim/**/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/jsdom.setup.ts'],
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'system',
          globalSetup: 'apps/server/src/store/test-cluster.ts',
          include: ['test/{wire,faults}/**/*.test.ts'],
          maxWorkers,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: 'apps/server/src/store/test-cluster.ts',
          include: ['test/e2e/**/*.e2e.ts'],
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
