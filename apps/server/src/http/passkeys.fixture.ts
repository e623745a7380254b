import type { CallInput, CallOutput } from '@tradebook/contract'
import { expect } from 'vitest'
import { type Ceremony, newPasskey, type SoftPasskey } from '../../../../test/authenticator.ts'
import { addUser, bearing, call, current, meridian, PASSWORD } from './identity.fixture.ts'
import { tokenOf } from './two-factor.fixture.ts'

/** Users who sign in with a passkey. */

/** Where the pages are, as the edge of the tests has it. */
export const ORIGIN = 'https://trade.example'
export const RECENT_MS = 10 * 60_000

export const begin = (token: string, input: object = {}, origin = ORIGIN) =>
  call('Account/BeginPasskey', input, { ...bearing(token), origin })

export const add = (
  token: string,
  credential: CallInput<'Account/AddPasskey'>['credential'],
  name = 'My phone',
) => call('Account/AddPasskey', { name, credential }, bearing(token))

/** Makes a passkey of the signed-in user, and adds it. */
export async function passkeyOf(token: string, name = 'My phone', counts = true): Promise<SoftPasskey> {
  const { result } = await begin(token, { password: PASSWORD })
  const passkey = newPasskey(result, { origin: ORIGIN }, { counts })
  expect((await add(token, passkey.created, name)).error).toBeNull()
  return passkey
}

/** A user with a passkey, signed in by the password before it was there. */
export async function userWithPasskey(userName: string, counts = true) {
  const userId = await addUser(meridian, userName)
  const token = await tokenOf(userName)
  return { userId, token, passkey: await passkeyOf(token, 'My phone', counts) }
}

/** A browser, by its cookies. */
export class Browser {
  readonly cookies: Record<string, string> = {}

  async begin(tenancyName = 'Meridian', origin = ORIGIN) {
    const answer = await call(
      'TokenAuth/BeginPasskeySignIn',
      { tenancyName },
      { origin },
      { cookies: this.cookies },
    )
    for (const { name, value } of answer.cookies) this.cookies[name] = value
    return answer
  }

  async options(tenancyName = 'Meridian'): Promise<CallOutput<'TokenAuth/BeginPasskeySignIn'>> {
    return (await this.begin(tenancyName)).result
  }

  end(credential: CallInput<'TokenAuth/AuthenticateByPasskey'>['credential'], more: object = {}) {
    return call(
      'TokenAuth/AuthenticateByPasskey',
      { tenancyName: 'Meridian', credential, ...more },
      {},
      { cookies: this.cookies },
    )
  }

  /** A whole sign-in, with what differs from an honest one. */
  async signIn(passkey: SoftPasskey, given: Partial<Ceremony> = {}, more: object = {}) {
    return this.end(passkey.sign(await this.options(), { origin: ORIGIN, ...given }), more)
  }
}

/** Lets the sign-in be no longer recent. */
export const laterThanRecent = () => {
  current.now += RECENT_MS
}
