import { describe, expect, test } from 'vitest'
import { Admission, type AdmissionLimits, type Negotiated } from './admission.ts'
import type { HttpResponse } from './http.ts'

const limits: AdmissionLimits = {
  connectMs: 15_000,
  connectsWaiting: 6,
  connectsWaitingOfUser: 3,
  connectionsOfUser: 2,
  connectsOfUser: { burst: 5, perSecond: 1 },
}

const path = '/hub'
const request = { version: '1', transports: [], isStateful: false }

function admissionFor(changed: Partial<AdmissionLimits> = {}) {
  const admission = new Admission({ ...limits, ...changed })
  const negotiates = (user: string, now = 0): { status: number; token: string } => {
    const { status, body } = admission.negotiate({ userId: user, path }, request, now)
    return { status, token: (body as { connectionToken?: string } | undefined)?.connectionToken ?? '' }
  }
  const connects = (user: string, token: string | null, now = 0): number => {
    const outcome: Negotiated | HttpResponse = admission.connect({ userId: user, path }, token, now)
    if ('status' in outcome) return outcome.status
    admission.opened(user, now)
    return 101
  }
  return { admission, negotiates, connects }
}

describe('a user', () => {
  test('has a bounded number of waiting negotiations: beyond it the user’s own oldest is dropped', () => {
    const { negotiates, connects } = admissionFor()
    const other = negotiates('bola').token
    const tokens = Array.from({ length: 5 }, () => negotiates('ada').token)
    expect(tokens.map((token) => connects('ada', token))).toEqual([404, 404, 101, 101, 429])
    expect(connects('bola', other)).toBe(101)
  })

  test('may connect at a limited rate', () => {
    const { admission, negotiates, connects } = admissionFor({ connectionsOfUser: 9 })
    for (let n = 0; n < 4; n++) expect(negotiates('ada').status).toBe(200)
    // A connection without negotiation counts, too.
    expect(connects('ada', null)).toBe(101)
    expect(admission.negotiate({ userId: 'ada', path }, request, 0)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
    })
    expect(connects('ada', null)).toBe(429)
    expect(negotiates('bola').status).toBe(200)
    expect(negotiates('ada', 1_000).status).toBe(200)
    expect(negotiates('ada', 1_000).status).toBe(429)
    // So does a transport that replaces another.
    expect(admission.continue('ada', 1_500)).toMatchObject({ status: 429 })
    expect(admission.continue('ada', 2_000)).toBeUndefined()
    expect(negotiates('ada', 2_000).status).toBe(429)
  })

  test('has a bounded number of connections, checked at negotiation already', () => {
    const { admission, negotiates, connects } = admissionFor()
    const [first, second, third] = [negotiates('ada').token, negotiates('ada').token, negotiates('ada').token]
    expect([connects('ada', first), connects('ada', second), connects('ada', third)]).toEqual([101, 101, 429])
    expect(negotiates('ada').status).toBe(429)
    expect(connects('ada', null)).toBe(429)
    admission.ended('ada')
    expect(connects('ada', third)).toBe(101)
  })

  test('closed for exceeding its budget can reconnect only at the sustained rate', () => {
    const { admission, negotiates, connects } = admissionFor()
    expect(connects('ada', null)).toBe(101)
    admission.overBudget('ada', 500)
    admission.ended('ada')
    expect(negotiates('ada', 500).status).toBe(429)
    expect(negotiates('bola', 500).status).toBe(200)
    expect(negotiates('ada', 1_500).status).toBe(200)
    expect(connects('ada', null, 1_500)).toBe(429)
  })

  test('keeps its consumed rate when its negotiation expires', () => {
    const { admission, negotiates, connects } = admissionFor()
    for (let n = 0; n < 5; n++) negotiates('ada')
    admission.check(4_000)
    expect(negotiates('ada', 4_000).status).toBe(200)
    const { token } = negotiates('ada', 4_000)
    admission.check(20_000)
    expect(connects('ada', token, 20_000)).toBe(404)
  })

  test('uses no memory once nothing of it has to be kept', () => {
    const { admission, negotiates, connects } = admissionFor({ connectMs: 1_000 })
    expect(connects('waits', null)).toBe(101)
    for (let n = 0; n < 3; n++) negotiates('ada')
    negotiates('bola')
    admission.check(1_000)
    // Bola’s bucket is full again, Ada’s will be in two seconds.
    expect(admission.users).toBe(2)
    admission.check(3_000)
    expect(admission.users).toBe(1)
    admission.ended('waits')
    admission.check(3_000)
    expect(admission.users).toBe(0)
  })
})

test('the waiting negotiations of all users together are bounded', () => {
  const { negotiates } = admissionFor()
  for (const user of ['ada', 'bola']) for (let n = 0; n < 3; n++) expect(negotiates(user).status).toBe(200)
  expect(negotiates('chidi').status).toBe(503)
})

test('a token is valid for the user who negotiated it, once', () => {
  const { negotiates, connects } = admissionFor()
  const { token } = negotiates('ada')
  expect(connects('eve', token)).toBe(403)
  expect(connects('ada', token)).toBe(101)
  expect(connects('ada', token)).toBe(404)
})

test('a token is valid for the hub where it was negotiated', () => {
  const { admission, negotiates, connects } = admissionFor()
  const { token } = negotiates('ada')
  expect(admission.connect({ userId: 'ada', path: '/other' }, token, 0)).toMatchObject({ status: 404 })
  expect(connects('ada', token)).toBe(101)
})
