import { type CallInput, type CallOutput, calls, pathOf } from '@tradebook/contract'
import { newPasskey, type SoftPasskey } from '../authenticator.ts'
import type { Firm, Person } from '../person.ts'
import type { Asker } from './raw-answer.ts'

/** Where the pages of a server on this machine are, for a browser that makes passkeys. */
export const originOf = (url: string): string => url.replace('127.0.0.1', 'localhost')

/** A person adds a passkey. */
export async function passkeyOf(
  url: string,
  person: Person,
): Promise<{ readonly passkey: SoftPasskey; readonly row: CallOutput<'Account/AddPasskey'> }> {
  const passkey = newPasskey(await person.get('Account/BeginPasskey', {}), { origin: originOf(url) })
  const row = await person.get('Account/AddPasskey', { name: 'My phone', credential: passkey.created })
  return { passkey, row }
}

/** A browser begins to sign in: it, and what it sends next. */
export async function signingIn(
  url: string,
  tenancyName: Firm,
  passkey: SoftPasskey,
): Promise<{ readonly browser: Asker; readonly input: CallInput<'TokenAuth/AuthenticateByPasskey'> }> {
  const name = 'TokenAuth/BeginPasskeySignIn'
  const response = await fetch(`${url}${pathOf(name, calls[name])}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenancyName }),
  })
  const { result } = (await response.json()) as { result: CallOutput<typeof name> }
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0])
    .join('; ')
  const credential = passkey.sign(result, { origin: originOf(url) })
  return { browser: { headers: { cookie } }, input: { tenancyName, credential } }
}
