import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailboxOf } from '../running-server.ts'
import { totpCode } from '../totp.ts'
import { fillSignIn, openStage, type Stage, TOKEN_COOKIE } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const news = '/app/marketData/marketNews'

const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

/** All that the browser keeps of a person. */
const kept = async (page: Page) => ({
  cookies: (await page.context().cookies()).map(({ name }) => name).filter((name) => /token/i.test(name)),
  local: await page.evaluate(() => localStorage.length),
  session: await page.evaluate(() => sessionStorage.length),
})

test('a wrong password and an unknown firm are refused with a clear message', async () => {
  const page = await stage.visit()
  await page.goto('/')
  await isAt(page, '/user/login')

  await fillSignIn(page, 'Meridian', 'broker', 'not-the-password')
  const notice = page.getByRole('alert')
  await notice.waitFor()
  expect(await notice.innerText()).toMatch(/Login failed!\s+Invalid user name or password/)

  await fillSignIn(page, 'Nowhere' as 'Meridian', 'broker', stage.server.password)
  await page.getByText('There is no firm named Nowhere. Check the spelling.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/user/login')
  expect((await kept(page)).cookies).toEqual([])
})

test('a forgotten password is replaced by the link in the mailbox', async () => {
  const page = await stage.visit()
  await page.goto('/user/login?tenant=Zenith-Hill')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  const form = page.getByRole('form', { name: 'Forgot password' })
  expect(await form.getByLabel('Firm').inputValue()).toBe('Zenith-Hill')
  const emailAddress = 'customer@zenith-hill.example'
  await form.getByLabel('E-mail').fill(emailAddress)
  await form.getByRole('button', { name: 'Send the link' }).click()
  await page.getByText(`If a user of this firm has the address ${emailAddress}`).waitFor()

  // It is written after the answer.
  await expect
    .poll(async () => (await page.request.get(mailboxOf(stage.server))).text(), { timeout: 20_000 })
    .toContain(emailAddress)
  await page.goto(mailboxOf(stage.server))
  await page.locator('article', { hasText: emailAddress }).getByRole('link').click()
  const password = 'Quiet-harbour-lamp-7'
  const field = page.getByRole('textbox', { name: 'New password' })
  await field.fill('password1')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.locator('form').getByText('This password is too common').waitFor()
  await field.fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Your new password has been set').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, 'Zenith-Hill', 'customer', password)
  await isAt(page, '/app/trading')
})

test('signing in leads to where the person was going', async () => {
  const page = await stage.visit()
  await page.goto(news)
  await isAt(page, '/user/login')
  await fillSignIn(page, 'Meridian', 'broker', stage.server.password)
  await isAt(page, news)
  await page.getByRole('heading', { name: 'Market News' }).waitFor()
})

test('signing out leaves nothing of the person behind', async () => {
  const page = await stage.visit()
  await page.goto(news)
  await fillSignIn(page, 'Zenith-Hill', 'broker', stage.server.password)
  await isAt(page, news)
  await page.goto('/app/logout')
  await isAt(page, '/user/login')
  expect(await kept(page)).toEqual({ cookies: [], local: 0, session: 0 })
  await page.goto(news)
  await isAt(page, '/user/login')
})

test('the person’s menu leads to the account settings, where a name is changed and another session ended', async () => {
  const elsewhere = await stage.visitAs('Zenith-Hill', 'admin')
  const page = await stage.visitAs('Zenith-Hill', 'admin')
  await page.goto(news)
  await page.getByTitle('Your account and settings').click()
  await page.getByRole('button', { name: 'Account settings' }).click()
  await isAt(page, '/app/account-settings')
  await page.getByLabel('First name').fill('Amara')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Profile saved.').waitFor()
  await page.getByTitle('Your account and settings').getByText('Amara').waitFor()

  await page.getByText('This session', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'End this session' }).first().click()
  await page.getByText('The session has ended.').waitFor()
  await elsewhere.goto(news)
  await isAt(elsewhere, '/user/login')
})

test('a second factor is set up with an app; signing in then asks for its code', async () => {
  const page = await stage.visitAs('Meridian', 'admin')
  await page.goto('/app/account-settings')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByRole('img', { name: 'The secret as a QR code' }).waitFor()
  const secret = await page.locator('code').innerText()
  const [recoveryCode = ''] = await page.getByText(/^\d{5}(-\d{5}){3}$/).allInnerTexts()
  const turnOn = page.getByRole('form', { name: 'Two-factor sign-in' })
  await turnOn.getByLabel('Code from the app').fill(totpCode(secret, Date.now()))
  await turnOn.getByLabel('Current password').fill(stage.server.password)
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('Two-factor sign-in is on.').waitFor()

  const other = await stage.visit()
  await other.goto(news)
  await fillSignIn(other, 'Meridian', 'admin', stage.server.password)
  await other.getByLabel('Two-factor code').fill(recoveryCode)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await isAt(other, news)
})

test('an idle person is warned, stays by answering, and is signed out in the end', async () => {
  const page = await stage.visitAs('Meridian', 'broker')
  await page.clock.install()
  await page.goto(news)
  await page.getByRole('heading', { name: 'Market News' }).waitFor()
  await page.clock.fastForward('14:30')
  const warning = page.getByRole('dialog', { name: 'Are you still there?' })
  await warning.getByRole('button', { name: 'Stay signed in' }).click()
  await warning.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(news)
  await page.clock.fastForward('15:01')
  await isAt(page, '/user/login')
  await page.getByText('Your session has ended').waitFor()
  expect((await kept(page)).cookies).not.toContain(TOKEN_COOKIE)
})

test('a session ended elsewhere leads to sign-in and back', async () => {
  const page = await stage.visit()
  await page.goto('/app/trading')
  await fillSignIn(page, 'Meridian', 'broker', stage.server.password)
  await isAt(page, '/app/trading')
  await page.getByText('Live', { exact: true }).waitFor()

  // Another device ends the session; the page learns it by itself.
  const { url } = stage.server
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? ''
  const ended = await fetch(`${url}/api/services/app/Account/LogOut`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(ended.status).toBe(200)
  await isAt(page, '/user/login')
  // The hub's cookies are the server's to clear; their token is worth nothing any more.
  expect((await kept(page)).cookies).not.toContain(TOKEN_COOKIE)

  await fillSignIn(page, 'Meridian', 'broker', stage.server.password)
  await isAt(page, '/app/trading')
})

test('a screen that a person may not see explains why', async () => {
  const page = await stage.visit()
  await page.goto('/exception?type=401')
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await isAt(page, '/user/login')
})
