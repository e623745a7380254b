import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './test/longest-first.ts'

/** `npm run faults` measures what is promised, so that nothing may run alongside it. */
const LONG = process.env.TRADEBOOK_TEST_LONG === '1'

/** Tests on a database wait for it, and some wait for its deadlines: others compute meanwhile. */
const unitWorkers = availableParallelism() * 2
/** Whole servers and browsers, so many files at a time: of two cores half would wait for answers if two ran. */
const systemWorkers = LONG ? 1 : 3

/** What `expect.poll` waits for appears, on a machine that is busy with other tests too; the limit of a test ends it otherwise. */
const expectations = { poll: { timeout: 20_000 } }

/**
 * The projects are kinds of test. Those of the page that need a document are `.test.tsx` and run in
 * `web`; its others need none and run in `unit`, where the files of a worker share the modules that they import: a
 * test leaves what it changes in them as it was. Files of `system` and `e2e` start whole servers and browsers, so
 * they run after `unit` and `web`, in one group: the slowest files of both overlap.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          expect: expectations,
          globalSetup: 'apps/server/testing/test-cluster.ts',
          include: [
            'packages/!(signalr)/**/*.test.ts',
            'apps/server/**/*.test.ts',
            'apps/exchange/**/*.test.ts',
            'apps/web/**/*.test.ts',
            'bench/**/*.test.ts',
            'test/*.test.ts',
            'test/sim/**/*.test.ts',
          ],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          // Loading the server again for each file would cost a third of the processor time of its tests.
          isolate: false,
          maxWorkers: unitWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // What a call costs is measured there, and modules that are warm from other files cost less.
        test: {
          name: 'signalr',
          expect: expectations,
          include: ['packages/signalr/**/*.test.ts'],
          testTimeout: 90_000,
          hookTimeout: 180_000,
          maxWorkers: unitWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'web',
          expect: expectations,
          include: ['apps/web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/web/testing/jsdom.setup.ts'],
          // Loading React, Ant Design and jsdom again for each file would cost three quarters of the processor time.
          isolate: false,
          testTimeout: 180_000,
          // A hook that renders a screen takes as long as a test that does.
          hookTimeout: 180_000,
          maxWorkers: unitWorkers,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          name: 'system',
          expect: expectations,
          globalSetup: 'apps/server/testing/test-cluster.ts',
          include: ['test/{wire,faults,fix}/**/*.test.ts'],
          maxWorkers: systemWorkers,
          // What the files have in common keeps nothing, and loading it takes seconds; so in `e2e`.
          isolate: false,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          expect: { poll: { timeout: 60_000 } },
          globalSetup: 'apps/server/testing/test-cluster.ts',
          setupFiles: ['test/e2e/failure.setup.ts'],
          include: ['test/e2e/**/*.e2e.ts'],
          maxWorkers: systemWorkers,
          isolate: false,
          testTimeout: 240_000,
          hookTimeout: 300_000,
          sequence: { groupOrder: 1 },
        },
      },
      // Of `npm run cluster`, which has built what it needs.
      ...(process.env.TRADEBOOK_CLUSTER_ROOT
        ? [
            {
              test: {
                name: 'cluster',
                include: ['test/cluster/**/*.test.ts'],
                fileParallelism: false,
                hookTimeout: 300_000,
              },
            },
          ]
        : []),
    ],
  },
})
