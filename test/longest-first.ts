import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take far longer than their size says, the longest first: one that began last would run alone for
 * minutes while nothing is left to run alongside it.
 */
export const longest = [
  'test/faults/kill-9.test.ts',
  'test/wire/tenants.test.ts',
  'test/wire/canaries.test.ts',
  'test/faults/abuse.test.ts',
  'test/wire/contract-answers.test.ts',
  'test/wire/generated-requests.test.ts',
  'test/faults/comes-back.test.ts',
  'test/wire/transcripts.test.ts',
  'test/faults/ending.test.ts',
  'test/faults/takeover.test.ts',
  'test/faults/trading-day.test.ts',
  'test/fix/gateway.test.ts',
  'test/faults/backup.test.ts',
  'test/faults/nodes.test.ts',
  'test/fix/peer.test.ts',
  'test/faults/exactly-once.test.ts',
  'test/wire/folded-books.test.ts',
  'test/e2e/accessibility.e2e.ts',
  'test/e2e/widths.e2e.ts',
  'test/e2e/first-day.e2e.ts',
  'test/e2e/panels.e2e.ts',
  'test/e2e/two-nodes.e2e.ts',
  'test/e2e/sign-in.e2e.ts',
  'test/e2e/cash.e2e.ts',
  'test/e2e/registration.e2e.ts',
  'apps/server/src/http/storable-input.test.ts',
  'apps/server/src/store/embedded.test.ts',
  'apps/server/src/desk/loop/day-and-clock.test.ts',
  'packages/exchange/src/exchange.property.test.ts',
  'test/sim/simulation.test.ts',
  'apps/server/src/desk/record/recovery.test.ts',
  'apps/server/src/desk/loop/trades-changed-over-line.test.ts',
  'apps/server/src/desk/loop/silent-link.test.ts',
]

/** Files in their order, but of each project the longest first. */
export function longestFirst<File extends { readonly path: string; readonly project: string }>(
  files: readonly File[],
): File[] {
  const place = ({ path }: File) => (longest.includes(path) ? longest.indexOf(path) : longest.length)
  return [...Map.groupBy(files, ({ project }) => project).values()].flatMap((ofProject) =>
    ofProject.toSorted((one, other) => place(one) - place(other)),
  )
}

/** Without results of an earlier run Vitest goes by the size of a file. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const named = sorted.map((specification) => ({
      specification,
      path: relative(this.ctx.config.root, specification.moduleId).replaceAll('\\', '/'),
      project: specification.project.name,
    }))
    return longestFirst(named).map(({ specification }) => specification)
  }
}
