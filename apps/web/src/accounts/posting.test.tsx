import { act, cleanup, renderHook } from '@testing-library/react'
import { refusals } from '@tradebook/contract'
import { afterEach, expect, test } from 'vitest'
import { failureOf } from '../api/request-failure.ts'
import { usePosting } from './posting.ts'

afterEach(cleanup)

const open = (account: string) => renderHook(() => usePosting('BackOffice/PostCashEntry', account)).result

const failed = (status: number, code: number, data: Readonly<Record<string, unknown>> = {}) =>
  failureOf(
    { status, code, message: 'words', details: null, data, validationErrors: [], retryAfterS: undefined },
    '',
  )

test('an id is kept for its account while the outcome is unknown, even if another account is opened', () => {
  const first = open('A1')
  const { postingID } = first.current
  act(() => first.current.failed(failed(409, refusals.outcomeUnknown.code)))
  cleanup()
  expect(open('A2').current.postingID).not.toBe(postingID)
  cleanup()
  expect(open('A1').current.postingID).toBe(postingID)
})

test('after a posting the next one gets a new id, and so it does if the id belongs to another posting', () => {
  const { current } = open('A1')
  const posting = open('A1')
  expect(posting.current.postingID).toBe(current.postingID)
  act(() => posting.current.posted('posted'))
  const second = posting.current
  expect(second).toMatchObject({ made: 1, text: 'posted' })
  expect(second.postingID).not.toBe(current.postingID)
  act(() => posting.current.failed(failed(500, refusals.postingIDUsed.code)))
  // The form keeps what was typed.
  expect(posting.current).toMatchObject({ made: 1 })
  expect(posting.current.postingID).not.toBe(second.postingID)
  cleanup()
  expect(open('A1').current.postingID).toBe(posting.current.postingID)
})

test('starting another posting clears the previous message; the earlier id does not change', () => {
  const posting = open('A1')
  act(() => posting.current.posted('posted'))
  const { postingID } = posting.current
  act(() => posting.current.begun())
  expect(posting.current).toMatchObject({ text: '', made: 1, postingID })
})

test('only a person who confirms a repeated posting names the earlier one', () => {
  const posting = open('A1')
  const entry = { reference: 'TRF 1' }
  const sent = (again?: boolean) => posting.current.toInput({ ...entry, again })
  expect([posting.current.isRepeat, sent(), sent(true)]).toEqual([false, entry, entry])
  act(() => posting.current.failed(failed(500, refusals.postedBefore.code, { id: 12 })))
  expect([posting.current.isRepeat, sent(), sent(false)]).toEqual([true, entry, entry])
  expect(sent(true)).toEqual({ ...entry, repeats: 12 })
  act(() => posting.current.posted('posted'))
  expect([posting.current.isRepeat, sent(true)]).toEqual([false, entry])
})
