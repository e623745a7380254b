import { expect, test } from 'vitest'
import { partsWith } from './edge-parts.fixture.ts'
import type { ShownMail } from './mailbox-page.ts'
import { buildHttp } from './server.ts'

const mail: ShownMail = {
  to: 'bola@meridian.example',
  subject: 'Set a new password',
  text: 'Dear <script>alert(1)</script>,\n\nhttp://localhost:8080/user/reset-password?tenant=A&x=1#2.secret\n',
  creationTime: new Date(0),
}

const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1', isShown = true) => {
  const mailbox = isShown ? async () => [mail] : undefined
  const app = await buildHttp(partsWith({ mailbox, trustedProxies: ['10.0.0.5'] }))
  const answer = await app.inject({ url: '/dev/mailbox', headers, remoteAddress })
  await app.close()
  return answer
}

test('the mailbox of a demo shows its mails to this machine, as text with links', async () => {
  const { statusCode, body, headers } = await ask({ host: 'localhost:8080' })
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body).toContain('&lt;script&gt;')
  expect(body).not.toContain('<script')
  expect(body).toContain('href="http://localhost:8080/user/reset-password?tenant=A&amp;x=1#2.secret"')
})

test.each<[what: string, headers: Record<string, string>, address?: string]>([
  ['another machine', { host: 'localhost:8080' }, '192.0.2.7'],
  ['what a proxy passes on', { host: 'localhost:8080', 'x-forwarded-for': '127.0.0.1' }],
  ['a trusted proxy', { host: 'localhost:8080' }, '10.0.0.5'],
  ['a site that resolves to this machine', { host: 'attacker.example' }],
])('is not read by %s', async (_, headers, address) => {
  const { statusCode, body } = await ask(headers, address)
  expect(statusCode).toBe(401)
  expect(body).not.toContain('secret')
})

test('is not there where mail is sent', async () => {
  expect((await ask({ host: 'localhost:8080' }, '127.0.0.1', false)).statusCode).toBe(404)
})
