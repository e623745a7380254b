import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIdentityProvider, type TestIdentityProvider } from '../identity-provider.ts'
import { PASSWORD } from '../running-server.ts'
import { openStage, type Stage } from './stage.ts'

/** Staff sign in at the identity provider of their firm, which is another site for the browser. */

let stage: Stage
let provider: TestIdentityProvider

/** The page as it is reached by a name, so that the provider at the address is another site. */
const at = (path: string) => new URL(path, stage.server.url.replace('127.0.0.1', 'localhost')).href
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

beforeAll(async () => {
  stage = await openStage({ TRADEBOOK_PROVIDER_NETWORKS: '127.0.0.1' })
})

afterAll(async () => {
  await provider?.close()
  await stage?.close()
})

async function signInThere(page: Page, login: string): Promise<void> {
  await page.goto(at('/user/login?tenant=Meridian&from=/app/account-settings'))
  await page.getByRole('button', { name: 'Sign in with Harbour ID' }).click()
  await page.waitForURL((url) => url.origin === provider.issuer)
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('any')
  await page.locator('button[type=submit]').click()
}

test('an administrator sets the provider and tests it; staff sign in there, are refused without a role, and are signed out there', async () => {
  const page = await stage.visitAs('Meridian', 'admin')
  await page.goto(new URL('/app/admin/settings', stage.server.url).href)
  const section = page.getByRole('region', { name: 'Identity provider' })
  const form = section.getByRole('form', { name: 'Identity provider' })
  await form.waitFor()
  const logoutUri = await section.locator('code').nth(1).innerText()
  provider = await openIdentityProvider([at('/user/provider')], logoutUri)
  provider.people.set('musa', {
    ...{ email: 'musa@there.example', email_verified: true, name: 'Musa Bello', groups: ['dealers'] },
  })
  provider.people.set('guest', { email: 'guest@there.example', groups: [] })
  await form.getByLabel('Name on the button').fill('Harbour ID')
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Client ID').fill(provider.clientId)
  await form.getByLabel('Client secret').fill(provider.clientSecret)
  await form.getByLabel('Additional scopes').fill('groups')
  await form.getByRole('button', { name: 'Add a group' }).click()
  await form.getByLabel('Group', { exact: true }).fill('dealers')
  await form.getByLabel('Roles').click()
  await page.getByTitle('Broker', { exact: true }).click()
  await form.getByLabel('Staff can sign in with this provider').check()
  await form.getByLabel('Emergency administrator').fill('admin')
  await form.getByLabel('Your own password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Save identity provider' }).click()
  await section.getByText('Saved.').waitFor()
  await section.getByRole('button', { name: 'Test the provider' }).click()
  const client = section.getByText('Client ID and secret are accepted').locator('xpath=..')
  await client.getByText('OK').waitFor()
  expect(await section.getByText('OK', { exact: true }).count()).toBe(6)

  const person = await stage.visit()
  await signInThere(person, 'musa')
  await isAt(person, '/app/account-settings')
  await person.getByText('musa@there.example').first().waitFor()
  expect(person.url()).not.toContain('code=')

  const guest = await stage.visit()
  await signInThere(guest, 'guest')
  await guest.getByRole('alert').getByText('You have no role here').waitFor()
  await guest.getByRole('link', { name: 'Back to sign-in' }).click()
  await isAt(guest, '/user/login')

  const [session] = await provider.sessionsOf('musa')
  await provider.logOut('musa', session ?? '')
  await isAt(person, '/user/login')
})
