import { afterEach } from 'vitest'
import { bearing, call, current, database, edgeForAllTests, identity, meridian } from './identity.fixture.ts'

/** Changed passwords, and the mails about them. */

export const NEW_PASSWORD = 'Quiet-harbour-lamp-7'

export const MINUTE_MS = 60_000

export const addressOf = (userName: string, tenantId = meridian) => `${userName}@firm${tenantId}.example`

export const mailsTo = async (emailAddress: string) =>
  (await identity.outbox.waiting(100)).filter(({ to }) => to === emailAddress)

export const isSignedIn = async (token: string) =>
  (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user !== null

/** Everything that is kept of a firm, as text. */
export async function kept(tenantId: number): Promise<string> {
  const rows = await database.store.forTenant(tenantId).read(async (tx) => [
    await tx.selectFrom('password_resets').selectAll().execute(),
    await tx.selectFrom('audit_log').selectAll().execute(),
    (await tx.selectFrom('mails').selectAll().execute()).map(({ sealed, ...row }) => ({
      ...row,
      sealed: sealed && Buffer.from(sealed).toString('latin1'),
    })),
  ])
  return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
}

/** One edge and one database for the tests of a file. */
export function passwordsForAllTests(): void {
  edgeForAllTests()

  afterEach(() => {
    // No test's mails count for the next one.
    current.now += 60 * MINUTE_MS
  })
}
