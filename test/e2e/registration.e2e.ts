import { randomUUID } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import { OrdType, pathOf, Side } from '@tradebook/contract'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exif, jpegOf } from '../../apps/web/src/registration/jpeg.fixture.ts'
import { signIn } from '../person.ts'
import { mailboxOf } from '../running-server.ts'
import { totpCode } from '../totp.ts'
import { fillSignIn, openStage, type Stage, TOKEN_COOKIE } from './stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage?.close())

const PHONE = { width: 390, height: 844 }
const PASSWORD = 'Quiet-harbour-lamp-7'
const EMAIL = 'ngozi.obi@example.com'

/** A photograph of one colour: the smallest PNG that a decoder reads. */
const photograph = (): Buffer => {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const [width, height] = [64, 64]
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0], 8)
  const lines = Buffer.alloc(height * (width + 1), 0x80)
  for (let line = 0; line < height; line++) lines[line * (width + 1)] = 0
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Of the page, as much as is drawn there. */
interface Drawing {
  fillRect(x: number, y: number, width: number, height: number): void
  drawImage(picture: unknown, x: number, y: number): void
  getImageData(x: number, y: number, width: number, height: number): { data: Iterable<number> }
}
declare const document: {
  createElement(name: 'canvas'): {
    width: number
    height: number
    getContext(kind: '2d'): Drawing
    toDataURL(type: string): string
  }
}
declare function getComputedStyle(element: unknown): { backgroundColor: string }

/** A black line on nothing. */
const transparentPicture = async (page: Page): Promise<Buffer> => {
  const content = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 60
    canvas.height = 30
    canvas.getContext('2d').fillRect(20, 14, 20, 2)
    return canvas.toDataURL('image/webp')
  })
  return Buffer.from(content.split(',')[1] ?? '', 'base64')
}

/** The colour of a picture at its corner, as it was sent. */
const cornerOf = (picture: Locator): Promise<number[]> =>
  picture.evaluate((element) => {
    const paper = document.createElement('canvas').getContext('2d')
    paper.drawImage(element, 0, 0)
    return [...paper.getImageData(1, 1, 1, 1).data]
  })

/** The colour on which a picture lies. */
const paperOf = (picture: Locator): Promise<string> =>
  picture.evaluate((element) => getComputedStyle(element).backgroundColor)

const isAt = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)

async function fill(form: Locator, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await form.getByLabel(label, { exact: true }).fill(value)
}

/** Saves a step, and waits for the next. */
async function goOn(form: Locator, next: string): Promise<void> {
  await form.getByRole('button', { name: 'Save and continue' }).click()
  await form.getByRole('heading', { level: 2, name: next }).waitFor()
}

/** What is not typed by hand. The check digit of the bank account number is right. */
const answers = {
  ...{ title: 'mrs', gender: 'female', dateOfBirth: '1990-04-12', motherMaidenName: 'Eze' },
  ...{ nationality: 'Nigerian', stateOfOrigin: 'Anambra', lga: 'Awka South' },
  ...{ bvn: '22123456789', nin: '12345678901', idType: 'passport' },
  ...{ address1: '4 Marina Road', city: 'Lagos', state: 'Lagos', phoneNumber: '+234 803 000 0000' },
  ...{ occupation: 'Teacher', nextOfKinName: 'Obi Obi', nextOfKinRelationship: 'spouse' },
  ...{ nextOfKinPhone: '+234 803 000 0001', nextOfKinAddress: '4 Marina Road, Lagos' },
  ...{ bankSortCode: '011', bankAccountNumber: '0000014579', bankAccountName: 'Ngozi Obi' },
  investmentObjective: 'growth',
}

test('a person registers on a phone, corrects the returned request, is approved, signs in with two factors and buys at once', async () => {
  const page = await stage.visit()
  await page.setViewportSize(PHONE)
  await page.goto('/user/login?tenant=Meridian')
  await page.getByRole('link', { name: 'Open a trading account' }).click()
  const opening = page.getByRole('form', { name: 'Open a trading account' })
  await fill(opening, { 'First name': 'Ngozi', Surname: 'Obi', 'E-mail': EMAIL, Password: PASSWORD })
  await opening.getByRole('button', { name: 'Continue' }).click()
  await page.getByText(`We sent a six-digit code to ${EMAIL}`).waitFor()
  const mailbox = await page.request.get(mailboxOf(stage.server))
  const mail = (await mailbox.text()).split('<article>').find((article) => article.includes(EMAIL))
  await page
    .getByLabel('Code', { exact: true })
    .fill(/\b\d{6}\b/.exec(mail?.split('<pre>')[1] ?? '')?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm my address' }).click()

  const form = page.getByRole('form', { name: 'Request for a trading account' })
  await form.getByRole('radio', { name: 'Individual' }).check()
  await goOn(form, 'About you')
  // What was given for the user is not asked again.
  expect(await form.getByLabel('Surname').inputValue()).toBe('Obi')
  // The other answers, and all documents but one, are sent as the page sends them.
  const accessToken = await page.evaluate(() => sessionStorage.getItem('registration') ?? '')
  const file = { name: 'photo.png', mimeType: 'image/png', buffer: photograph() }
  const saved = await page.request.post(pathOf('Customer/CustomerRegister'), {
    multipart: {
      accessToken,
      accountType: 'individual',
      ...answers,
      idDocument: file,
      signature: file,
      proofOfAddress: file,
    },
  })
  expect(saved.status()).toBe(200)
  await page.goto('/user/create-account?step=documents')
  const place = form.getByRole('region', { name: 'Passport photograph', exact: true })
  await place.getByLabel('Choose a file').setInputFiles(file)
  await place.getByText('Saved: photo.png').waitFor()
  // A transparent picture lies on white paper, and one for printing is stored in the colours of screens.
  const signature = form.getByRole('region', { name: 'Signature', exact: true })
  await page.emulateMedia({ colorScheme: 'dark' })
  await signature
    .getByLabel('Choose another')
    .setInputFiles({ name: 'ada.webp', mimeType: 'image/webp', buffer: await transparentPicture(page) })
  await signature.getByText('Saved: ada.jpg We converted the picture').waitFor()
  expect(await cornerOf(signature.getByRole('img', { name: 'Signature' }))).toEqual([255, 255, 255, 255])
  const printed = { name: 'print.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpegOf(4, exif(6, true))) }
  await signature.getByLabel('Choose another').setInputFiles(printed)
  await signature.getByText('Saved: print.jpg We converted the picture').waitFor()
  await place.getByLabel('Choose another').setInputFiles(file)
  const paper = place.getByRole('img', { name: 'Passport photograph' })
  expect(await paperOf(paper)).toBe('rgb(255, 255, 255)')
  await goOn(form, 'Declarations')
  await form.getByLabel(/^My answers are true/).check()
  await form.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('Your request is submitted').waitFor()

  const admin = await stage.visitAs('Meridian', 'admin')
  await admin.goto('/app/admin/account-creation-request')
  await admin.getByRole('button', { name: /Obi/ }).click()
  const review = admin.getByRole('dialog')
  await review.getByRole('img', { name: 'Passport photograph' }).waitFor()
  await review.getByRole('button', { name: 'Return for correction' }).click()
  await review.getByLabel('What is wrong: NIN').fill('It is another person’s.')
  await review.getByRole('button', { name: /^Return to/ }).click()
  await review.getByText(/^Returned to .* for correction\.$/).waitFor()

  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await fillSignIn(page, 'Meridian', EMAIL, PASSWORD)
  await isAt(page, '/app/user-account-request')
  await page.getByText('NIN: It is another person’s.').first().waitFor()
  await page.goto('/app/user-account-request?step=identification')
  await form.getByLabel('NIN').fill('12345678999')
  await goOn(form, 'Where you live and work')
  await page.goto('/app/user-account-request?step=declarations')
  await form.getByRole('button', { name: 'Submit' }).click()
  await page.getByText('In review').first().waitFor()

  await admin.reload()
  await review.getByRole('button', { name: 'Approve and send to the depository' }).click()
  await review.getByRole('button', { name: /^Approve: / }).click()
  await review.getByText(/^Account \S+ is open/).waitFor()

  await page.goto('/app/account-settings')
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  const secret = await page.locator('code').innerText()
  const turnOn = page.getByRole('form', { name: 'Two-factor sign-in' })
  const firstCode = totpCode(secret, Date.now())
  await fill(turnOn, { 'Code from the app': firstCode, 'Current password': PASSWORD })
  await turnOn.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByText('Two-factor sign-in is on.').waitFor()
  await page.goto('/app/logout')
  await fillSignIn(page, 'Meridian', EMAIL, PASSWORD)
  // A code can be used once; the next one of the app is taken a step early.
  await page.getByLabel('Two-factor code').fill(totpCode(secret, Date.now() + 30_000))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await isAt(page, '/app/trading')

  // What was paid in at the counter is spent by the new customer.
  const broker = await signIn(stage.server, 'Meridian', 'broker')
  const { items } = await broker.get('BackOffice/GetCustomers', { keyword: 'Obi' })
  const { accountNumber: account = '', cscsAccount: cscsAcct = '' } = items[0] ?? {}
  const paid = { postingID: randomUUID(), cscsAcct, type: 'deposit', amount: 50_000 } as const
  await broker.get('BackOffice/PostCashEntry', { ...paid, reference: 'TRF 1', narration: 'Transfer' })
  const { lowLimitPx: price } = await broker.get('MarketData/getPricelimitRange', { security: 'GTCO' })
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === TOKEN_COOKIE)?.value ?? ''
  const order = { account, securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, price, orderQty: 10 }
  const bought = await page.request.post(pathOf('Order/SendNewOrder'), {
    headers: { authorization: `Bearer ${token}` },
    data: { clOrdID: 'first-of-ngozi', ...order },
  })
  expect(await bought.json()).toMatchObject({ success: true, result: { ordStatus: '0' } })
  await page.goto('/app/trading?tab=orders')
  await page.getByText('GTCO').first().waitFor()
  expect(stage.mishaps).toEqual([])
})
