import { newPasskey, type SoftPasskey } from '../../authenticator.ts'
import { PASSWORD } from '../../running-server.ts'
import { type Kept, type Step, steps } from './step.ts'

const ELSEWHERE = 'https://elsewhere.example'
const NO_PASSKEY = '5b7f64dd-62e8-4b71-8c3d-41b2eaf70133'

let passkey: SoftPasskey | undefined

const make = ({ newest, origin }: Kept) => newPasskey(newest('Account/BeginPasskey'), { origin: origin() })
const made = (kept: Kept) => {
  passkey = make(kept)
  return { name: 'My phone', credential: passkey.created }
}
const signed = ({ newest, origin }: Kept) => ({
  tenancyName: 'Zenith-Hill',
  credential: passkey?.sign(newest('TokenAuth/BeginPasskeySignIn'), { origin: origin() }),
})

/** A person adds a passkey and signs in with it, alone and after the password. */
export const passkeys: readonly Step[] = [
  ...steps(
    'broker of Zenith-Hill',
    'Account/BeginPasskey',
    { shows: 'invalid', input: { password: '' } },
    { shows: 'refused', when: 'the page is elsewhere', origin: ELSEWHERE, input: {} },
    { shows: 'success', input: {} },
  ),
  ...steps(
    'broker of Zenith-Hill',
    'Account/AddPasskey',
    { shows: 'invalid', input: { name: '' } },
    { shows: 'success', input: made },
    {
      shows: 'refused',
      when: 'the challenge is used up',
      input: (kept: Kept) => ({ name: 'Another', credential: make(kept).created }),
    },
  ),
  ...steps('broker of Zenith-Hill', 'Account/GetPasskeys', { shows: 'success', input: {} }),
  ...steps(
    'broker of Zenith-Hill',
    'Account/RenamePasskey',
    {
      shows: 'success',
      input: ({ newest }: Kept) => ({ id: newest('Account/AddPasskey').id, name: 'Old phone' }),
    },
    { shows: 'invalid', input: { id: 'none' } },
    { shows: 'refused', input: { id: NO_PASSKEY, name: 'Old phone' } },
  ),
  ...steps('nobody', 'TokenAuth/Authenticate', {
    shows: 'success',
    when: 'a passkey is asked for',
    input: { tenancyName: 'Zenith-Hill', userNameOrEmailAddress: 'broker', password: PASSWORD },
  }),
  ...steps(
    'nobody',
    'TokenAuth/BeginPasskeySignIn',
    { shows: 'invalid', input: { tenancyName: 1 } },
    { shows: 'refused', when: 'there is no such firm', input: { tenancyName: 'Nowhere' } },
    { shows: 'success', input: { tenancyName: 'Zenith-Hill' } },
  ),
  ...steps(
    'nobody',
    'TokenAuth/BeginProviderSignIn',
    { shows: 'invalid', input: { tenancyName: 1 } },
    { shows: 'refused', when: 'the firm has no provider', input: { tenancyName: 'Zenith-Hill' } },
  ),
  ...steps(
    'nobody',
    'TokenAuth/AuthenticateByProvider',
    { shows: 'invalid', input: {} },
    { shows: 'refused', when: 'no browser began it', input: { providerAnswer: 'code=1&state=2' } },
  ),
  ...steps(
    'nobody',
    'TokenAuth/AuthenticateByPasskey',
    { shows: 'invalid', input: { tenancyName: 'Zenith-Hill' } },
    { shows: 'success', input: signed },
    { shows: 'refused', when: 'the challenge is used up', input: signed },
  ),
  ...steps(
    'broker of Zenith-Hill',
    'Account/RevokePasskey',
    { shows: 'invalid', input: { id: 'none' } },
    { shows: 'refused', input: { id: NO_PASSKEY } },
    { shows: 'success', input: ({ newest }: Kept) => ({ id: newest('Account/AddPasskey').id }) },
  ),
]
