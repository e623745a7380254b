import {
  type Call,
  type CallName,
  calls,
  dueStepNames,
  type Permission,
  pathOf,
  refusals,
  verbOf,
} from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { app, callers, edgeForAllTests } from './edge.fixture.ts'

edgeForAllTests()

describe('routes', () => {
  test.each(Object.keys(calls) as CallName[])(
    '%s answers its verb in any letter case, and 405 to the others',
    async (name) => {
      const row = calls[name]
      const verb = verbOf(name, row)
      const path = pathOf(name, row)
      const plain = path.replace(/Async$/, '')
      for (const url of [path, path.toLowerCase(), plain, `${plain}Async`]) {
        const answer = await app.inject({ method: verb, url })
        expect(answer.json()).toHaveProperty('__abp', true)
        expect(answer.statusCode).not.toBe(404)
      }
      const other = await app.inject({ method: verb === 'POST' ? 'PUT' : 'POST', url: pathOf(name, row) })
      expect(other.statusCode).toBe(405)
      expect(other.body).toBe('')
      expect(other.headers.allow).toBe(verb)
    },
  )
})

describe('permissions', () => {
  const ask = (name: CallName, token?: string) =>
    app.inject({
      method: verbOf(name, calls[name]),
      url: pathOf(name, calls[name]),
      // Each from an address of its own: sign-ins from one are limited.
      remoteAddress: `10.0.${Object.keys(calls).indexOf(name)}.${token?.length ?? 0}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })

  test.each(Object.keys(calls) as CallName[])(
    '%s: each kind of caller gets what its row allows',
    async (name) => {
      const { needs, input, registers }: Call = calls[name]
      const asked = [
        await ask(name),
        await ask(name, 'stale'),
        await ask(name, 'idler'),
        await ask(name, 'trader'),
        await ask(name, 'newcomer'),
      ]
      // Past the door the empty input may still be refused, with 400.
      const admitted = asked.map(({ statusCode }) => (statusCode === 400 ? 200 : statusCode))
      // With an invalid form, a person without a session or a registration token is told that first.
      if (registers && !input.safeParse({}).success) expect(admitted).toEqual([401, 401, 200, 200, 200])
      else if (needs === 'anyone') expect(admitted).toEqual([200, 200, 200, 200, 200])
      else if (needs === 'signedIn') expect(admitted).toEqual([401, 401, 200, 200, 200])
      else if (needs === 'member') expect(admitted).toEqual([401, 401, 200, 200, 403])
      else {
        const has = (permission: Permission) => callers.trader?.permissions.has(permission)
        const trader = 'all' in needs ? needs.all.every(has) : needs.any.some(has)
        expect(admitted).toEqual([401, 401, 403, trader ? 200 : 403, 403])
      }
    },
  )

  const parts: Readonly<Record<(typeof dueStepNames)[number], readonly CallName[]>> = {
    newPassword: ['Account/ChangePassword'],
    secondFactor: [
      ...(['Account/GetTwoFactorAuthTokens', 'Account/EnableTwoFactorAuth'] as const),
      ...(['Account/GetPasskeys', 'Account/BeginPasskey', 'Account/AddPasskey'] as const),
    ],
  }
  const ofEither: readonly CallName[] = ['Account/LogOut', 'Account/GetProfile', 'User/ChangeLanguage']

  test.each(Object.keys(calls) as CallName[])(
    '%s: anyone who has to do something before is refused, except for what is a part of it',
    async (name) => {
      const row: Call = calls[name]
      for (const step of dueStepNames) {
        const answer = await ask(name, step)
        const isOpen = row.needs === 'anyone' || [...ofEither, ...parts[step]].includes(name)
        if (isOpen) expect([200, 400]).toContain(answer.statusCode)
        else {
          expect(answer.statusCode).toBe(403)
          expect(answer.json().error.code).toBe(refusals[`${step}Due`].code)
        }
      }
    },
  )
})
