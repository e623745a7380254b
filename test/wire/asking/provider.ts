import type { CallInput } from '@tradebook/contract'
import { openIdentityProvider, type TestIdentityProvider } from '../../identity-provider.ts'
import { PASSWORD } from '../../running-server.ts'
import type { Asker } from '../raw-answer.ts'
import { askRaw } from '../raw-answer.ts'
import { admin, server } from './askers.fixture.ts'
import type { Asking } from './row.ts'

/** The browser that signs in at the identity provider. */
export const providerBrowser: Asker = {}

let opened: Promise<TestIdentityProvider> | undefined
export const closeProvider = async () => (await opened)?.close()

/** The identity provider of Meridian, where one person has an account. */
const provider = () => {
  opened ??= openIdentityProvider([`${server.url}/user/provider`]).then(async (there) => {
    there.people.set('musa', {
      ...{ email: 'musa@there.example', email_verified: true, name: 'Musa Bello', groups: ['dealers'] },
    })
    await admin.get('Settings/UpdateIdentityProvider', settingOf(there))
    return there
  })
  return opened
}

const connectionOf = ({ issuer, clientId, clientSecret }: TestIdentityProvider) => ({
  ...{ issuer, clientId, clientSecret, scopes: 'groups', groupsClaim: 'groups' },
})

const settingOf = (there: TestIdentityProvider): CallInput<'Settings/UpdateIdentityProvider'> => ({
  ...{ ...connectionOf(there), name: 'Harbour ID', isEnabled: true, isRequired: false },
  ...{ emergencyUserName: 'admin', adminPassword: PASSWORD },
  groups: [{ group: 'dealers', roleNames: ['BROKER'] }],
})

export const ofProvider = {
  'Settings/GetIdentityProvider': async () => {
    await provider()
    return [{}]
  },
  'Settings/UpdateIdentityProvider': async () => [settingOf(await provider())],
  'Settings/TestIdentityProvider': async () => [connectionOf(await provider())],
  'TokenAuth/BeginProviderSignIn': async () => {
    await provider()
    return [{ tenancyName: 'Meridian' }]
  },
  'TokenAuth/AuthenticateByProvider': async () => {
    const there = await provider()
    const begun = await askRaw(server.url, {}, 'TokenAuth/BeginProviderSignIn', { tenancyName: 'Meridian' })
    const { result } = JSON.parse(begun.text) as { result: { url: string } }
    const back = new URL(await there.signIn(result.url, 'musa'))
    const cookie = begun.cookies.map((one) => one.split(';', 1)[0]).join('; ')
    Object.assign(providerBrowser, { headers: { cookie } })
    return [{ providerAnswer: back.search.slice(1) }]
  },
} satisfies Partial<Asking>
