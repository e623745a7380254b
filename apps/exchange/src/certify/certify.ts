import { cases } from './cases.ts'
import type { CertifyProfile } from './certify-profile.ts'
import { Client } from './client.ts'

/** What came of one case, with every message of it. */
export interface Verdict {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'not offered'
  readonly problem: string | undefined
  readonly lines: readonly string[]
}

/** Runs all cases on one session, one after the other. */
export async function certify(profile: CertifyProfile, told: (verdict: Verdict) => void): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  let lines: string[] = []
  const client = new Client(profile, (direction, text) => {
    lines.push(`${new Date().toISOString()} ${direction} ${text}`)
  })
  // ClOrdIDs that no run before this one had.
  const prefix = Date.now().toString(36)
  const id = (name: string) => `${prefix}-${name}`
  try {
    for (const { name, needs, run } of cases) {
      lines = []
      let problem: string | undefined
      const isOffered = needs === undefined || profile.offers[needs]
      if (isOffered) {
        try {
          await run(client, id)
        } catch (error) {
          problem = error instanceof Error ? error.message : String(error)
        }
      }
      const outcome = !isOffered ? 'not offered' : problem === undefined ? 'passed' : 'failed'
      const verdict = { name, outcome, problem, lines } as const
      verdicts.push(verdict)
      told(verdict)
      // Without a session every other case would fail for the same reason.
      if (verdicts.length === 1 && problem !== undefined) break
    }
  } finally {
    client.close()
  }
  return verdicts
}

/** The report as Markdown: the verdicts, then every message. */
export function reportOf(profile: CertifyProfile, verdicts: readonly Verdict[], at: number): string {
  const { name, host, port, version, senderCompID, targetCompID } = profile
  const count = (outcome: Verdict['outcome']) => verdicts.filter((one) => one.outcome === outcome).length
  const rows = verdicts.map(
    ({ name, outcome, problem }, index) =>
      `| ${index + 1} | ${name} | ${outcome}${problem ? `: ${problem}` : ''} |`,
  )
  const messages = verdicts.flatMap(({ name, lines }, index) => [
    `### ${index + 1}. ${name}`,
    '',
    '```',
    ...lines,
    '```',
    '',
  ])
  return [
    `# Certification of ${name}`,
    '',
    `${new Date(at).toISOString()}, ${version}, ${senderCompID} to ${targetCompID} at ${host}:${port}.`,
    `${count('passed')} passed, ${count('failed')} failed, ${count('not offered')} not offered, of ${cases.length}.`,
    '',
    '| | Case | Verdict |',
    '|---|---|---|',
    ...rows,
    '',
    '## Messages',
    '',
    '`<` was sent by the member, `>` by the exchange.',
    '',
    ...messages,
  ].join('\n')
}
