import { expect, test } from 'vitest'
import { OPERATOR_TOKEN, partsWith } from './edge-parts.fixture.ts'
import type { ShownMail } from './mailbox-page.ts'
import { demoKey } from './operator-access.ts'
import { buildHttp } from './server.ts'

const mail: ShownMail = {
  to: 'bola@meridian.example',
  subject: 'Set a new password',
  text: 'Dear <script>alert(1)</script>,\n\nhttp://localhost:8080/user/reset-password?tenant=A&x=1#2.secret\n',
  creationTime: new Date(0),
}

const KEY = demoKey(OPERATOR_TOKEN)

const ask = async (key: string | undefined, isShown = true) => {
  const mailbox = isShown ? async () => [mail] : undefined
  const app = await buildHttp(partsWith({ mailbox }))
  const url = `/dev/mailbox${key === undefined ? '' : `?key=${key}`}`
  const answer = await app.inject({ url, remoteAddress: '127.0.0.1' })
  await app.close()
  return answer
}

test('the mailbox of a demo shows its e-mails to anyone who has its link, as text with links', async () => {
  const { statusCode, body, headers } = await ask(KEY)
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('&lt;script&gt;')
  expect(body).not.toContain('<script')
  expect(body).toContain('href="http://localhost:8080/user/reset-password?tenant=A&amp;x=1#2.secret"')
})

test.each([
  ['without a key', undefined],
  ['with another key', `${KEY}x`],
  ['with the token itself', OPERATOR_TOKEN],
])('is not read %s, on this machine neither', async (_, key) => {
  const { statusCode, body } = await ask(key)
  expect(statusCode).toBe(401)
  expect(body).not.toContain('secret')
})

test('is not there where mail is sent', async () => {
  expect((await ask(KEY, false)).statusCode).toBe(404)
})
