import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSignIn, openStage, type Stage } from './stage.ts'

/** Passkeys in a real browser, kept by an authenticator of its own. */

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const settings = '/app/account-settings'
const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
/** Browsers make passkeys for names, not for addresses. */
const at = (path: string) => new URL(path, stage.server.url.replace('127.0.0.1', 'localhost')).href

/** What of a browser `visitWithDevice` uses there. */
declare const CredentialsContainer: {
  readonly prototype: { get(options?: { mediation?: string }): Promise<unknown> }
}

/**
 * A page with a virtual authenticator that stores passkeys and verifies its user without asking. Unless the device is
 * left, the test simulates the touch when the browser asks for it: touched later, the authenticator never answers.
 */
async function visitWithDevice(): Promise<{ page: Page; leaveDevice: () => Promise<void> }> {
  const page = await stage.visit()
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const touch = (enabled: boolean) =>
    devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await page.exposeFunction('touchDevice', () => touch(true))
  await page.addInitScript(() => {
    const { prototype } = CredentialsContainer
    const { get } = prototype
    prototype.get = async function (options) {
      const { touchDevice } = globalThis as unknown as { touchDevice(): Promise<void> }
      if (options?.mediation !== 'conditional') await touchDevice()
      return get.call(this, options)
    }
  })
  return { page, leaveDevice: async () => void (await touch(false)) }
}

async function signOut(page: Page) {
  await page.goto(at('/app/logout'))
  await isAt(page, '/user/login')
}

const add = async (page: Page, name: string) => {
  await page.goto(at(settings))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await form.getByLabel('Name of the passkey').fill(name)
  await form.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText(`Passkey ${name} added.`).waitFor()
}

test('a passkey is added, signs in on its own and after the password, and is refused once it is removed', async () => {
  const { page, leaveDevice } = await visitWithDevice()
  await page.goto(at(settings))
  await fillSignIn(page, 'Zenith-Hill', 'broker', stage.server.password)
  await isAt(page, settings)
  await add(page, 'My laptop')
  await page.getByText('not used yet').waitFor()

  await leaveDevice()
  await signOut(page)
  await page.goto(at(`/user/login?tenant=Zenith-Hill&from=${settings}`))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await isAt(page, settings)
  await page.getByText(/last used/).waitFor()

  // After the password it is asked for: the password alone signs nobody in.
  await leaveDevice()
  await signOut(page)
  await page.goto(at(`/user/login?from=${settings}`))
  await fillSignIn(page, 'Zenith-Hill', 'broker', stage.server.password)
  await page.getByRole('form').getByText('Your password is correct').waitFor()
  expect(new URL(page.url()).pathname).toBe('/user/login')
  await page.getByRole('button', { name: 'Confirm with a passkey' }).click()
  await isAt(page, settings)

  await page.getByRole('button', { name: 'Rename' }).click()
  const rename = page.getByRole('form', { name: 'Rename' })
  await rename.getByLabel('Name of the passkey').fill('Old laptop')
  await rename.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Passkey renamed to Old laptop.').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('form', { name: 'Remove the passkey Old laptop?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.getByText('Passkey Old laptop removed.').waitFor()

  // The device still has it.
  await leaveDevice()
  await signOut(page)
  await page.goto(at('/user/login?tenant=Zenith-Hill'))
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('form').getByText('This passkey is not accepted').waitFor()
  expect(new URL(page.url()).pathname).toBe('/user/login')
})

test('the browser offers the passkey where it offers user names', async () => {
  const { page } = await visitWithDevice()
  await page.goto(at(settings))
  await fillSignIn(page, 'Meridian', 'broker', stage.server.password)
  await isAt(page, settings)
  await add(page, 'My phone')
  await signOut(page)
  // The authenticator answers the offer at once, as if the person had chosen it.
  await page.goto(at(`/user/login?tenant=Meridian&from=${settings}`))
  await isAt(page, settings)
})

test('a person whom the firm requires to have a second factor adds a passkey as one', async () => {
  const admin = await stage.visitAs('Meridian', 'admin')
  const token = (await admin.context().cookies()).find(({ name }) => name === 'Abp.AuthToken')?.value
  const changed = await admin.request.put('/api/services/app/Settings/Update', {
    headers: { authorization: `Bearer ${token}` },
    data: { secondFactor: 'administrators' },
  })
  expect(changed.status()).toBe(200)
  const { page } = await visitWithDevice()
  await page.goto(at(settings))
  await fillSignIn(page, 'Meridian', 'admin', stage.server.password)
  await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const form = page.getByRole('form', { name: 'Add a passkey' })
  await form.getByLabel('Name of the passkey').fill('My key')
  await form.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('heading', { name: 'Account settings' }).waitFor()
})

test('at another address than the installation’s, a message says where passkeys work', async () => {
  const { page } = await visitWithDevice()
  await page.goto('/user/login?tenant=Meridian')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  const notice = page.getByRole('form', { name: 'Sign in' }).getByRole('alert')
  await notice.waitFor()
  expect(await notice.innerText()).toContain('Passkeys do not work from this address')
  expect(await notice.innerText()).toContain(at('/').slice(0, -1))
})
