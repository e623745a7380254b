import { defineConfig } from 'vitest/config'

/** `npm run faults` measures what is promised, so that nothing may run beside it. */
const LONG = process.env.TRADEBOOK_TEST_LONG === '1'

/**
 * The projects are four kinds of test. `unit` and `web` use every processor (Vitest would leave one
 * idle). Files of `system` and `e2e` start whole servers and browsers, so they run after those, two
 * at a time.
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
            'bench/**/*.test.ts',
            'test/*.test.ts',
            'test/sim/**/*.test.ts',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['apps/web/src/jsdom.setup.ts'],
          testTimeout: 30_000,
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'system',
          globalSetup: 'apps/server/src/store/test-cluster.ts',
          include: ['test/{wire,faults}/**/*.test.ts'],
          maxWorkers: LONG ? 1 : 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          globalSetup: 'apps/server/src/store/test-cluster.ts',
          include: ['test/e2e/**/*.e2e.ts'],
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
