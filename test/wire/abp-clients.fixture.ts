import { expect } from 'vitest'
import type { RunningServer } from '../running-server.ts'
import { AbpClient, RequestFailed } from './abp-client.ts'

/** Clients that were written for ASP.NET Boilerplate, at work. */

/** Starts the page, chooses the firm and signs in, which loads the page again. */
export async function signedIn(
  server: RunningServer,
  tenancyName: string | null,
  userName: string,
): Promise<AbpClient> {
  const client = new AbpClient(server.url)
  await client.start()
  if (tenancyName) expect(await client.chooseTenant(tenancyName)).toBe(1)
  await client.signIn(userName, server.password)
  await client.start()
  return client
}

/** The failure of a request. @throws Error when it succeeds. */
export async function failureOf(request: Promise<unknown>): Promise<RequestFailed> {
  const outcome = await request.catch((error: unknown) => error)
  if (outcome instanceof RequestFailed) return outcome
  throw new Error(`not refused: ${JSON.stringify(outcome)}`)
}
