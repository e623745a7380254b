import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerAndSubmit } from '../account-request.ts'
import { signIn } from '../person.ts'
import { totpCode } from '../totp.ts'
import { openStage, type Stage } from './stage.ts'

/** An administrator works without a mouse, and nothing serious is in the way in a drawer that is open. */

let stage: Stage
let secret: string

beforeAll(async () => {
  stage = await openStage()
  const { server } = stage
  const admin = await signIn(server, 'Meridian', 'admin')
  secret = (await admin.get('Account/GetTwoFactorAuthTokens', {})).secret
  const verificationCode = totpCode(secret, Date.now())
  await admin.get('Account/EnableTwoFactorAuth', { verificationCode, password: server.password })
  await registerAndSubmit(server, 'Meridian', 'newcomer')
})

afterAll(() => stage?.close())

/** More than any of the screens has stops. */
const MOST_STOPS = 150

/** Goes on with the Tab key until something has the focus. */
async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    // What has the focus, or stands within it as a control of its own.
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} cannot be reached by the Tab key`)
}

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await reach(page, target)
  await page.keyboard.press(key)
}

/** Opens a row: the rows of a list are one stop of the Tab key, and arrows lead from one to the next. */
async function openRow(page: Page, row: Locator): Promise<void> {
  await row.waitFor()
  await reach(page, page.locator('tbody button[tabindex="0"]').first())
  for (let rows = 0; rows < MOST_STOPS && (await row.and(page.locator(':focus')).count()) === 0; rows++)
    await page.keyboard.press('ArrowDown')
  await press(page, row)
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.type(text)
}

/** What a person who cannot see, or not use a mouse, would stumble over in the drawer that is open. */
async function obstaclesIn(page: Page): Promise<object[]> {
  await expect.poll(() => page.locator('[role=dialog] [aria-busy=true]').count()).toBe(0)
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().include('[role=dialog]').analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, at: nodes.map(({ target }) => target.join(' ')) }))
}

test('an administrator signs in with two factors, creates a user, changes a role and approves a request with only the keyboard', async () => {
  const page = await stage.visit()
  await page.goto('/user/login?tenant=Meridian')
  await type(page, page.getByLabel('User name or e-mail'), 'admin')
  await type(page, page.getByLabel('Password', { exact: true }), stage.server.password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Two-factor code')
  await code.waitFor()
  // A code can be used once; the next one of the app is taken a step early.
  await type(page, code, totpCode(secret, Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.startsWith('/app/'))

  const dialog = page.getByRole('dialog')
  await page.goto('/app/admin/user-management')
  await press(page, page.getByRole('button', { name: 'New user' }))
  await dialog.getByLabel('User name').waitFor()
  expect(await obstaclesIn(page)).toEqual([])
  await type(page, dialog.getByLabel('User name'), 'kola')
  await type(page, dialog.getByLabel('First name'), 'Kola')
  // Who goes away by Escape is asked, and goes on.
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: 'Keep editing' }))
  await type(page, dialog.getByLabel('Surname'), 'Ade')
  await type(page, dialog.getByLabel('E-mail address'), 'kola@meridian.example')
  await page.keyboard.press('Enter')
  await page
    .getByText(/kola@meridian\.example/)
    .first()
    .waitFor()
  await dialog.waitFor({ state: 'hidden' })

  await page.goto('/app/admin/roles')
  await openRow(page, page.getByRole('table').getByRole('button', { name: 'BROKER', exact: true }))
  await dialog.getByRole('checkbox', { name: 'Sell', exact: true }).waitFor()
  expect(await obstaclesIn(page)).toEqual([])
  await press(page, dialog.getByRole('checkbox', { name: 'Sell', exact: true }), 'Space')
  await press(page, dialog.getByRole('button', { name: 'Save changes' }))
  await page.getByText(/^Changes to BROKER saved/).waitFor()

  await page.goto('/app/admin/account-creation-request')
  await openRow(page, page.getByRole('button', { name: /Bello/ }).first())
  await dialog.getByRole('button', { name: 'Approve and send to the depository' }).waitFor()
  expect(await obstaclesIn(page)).toEqual([])
  await press(page, dialog.getByRole('button', { name: 'Approve and send to the depository' }))
  await press(page, dialog.getByRole('button', { name: /^Approve: / }))
  await dialog.getByText(/^Account \S+ is open/).waitFor()
  expect(stage.mishaps).toEqual([])
})
