import { english, type WordKey } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { noticeOf } from './notice.ts'

const word = (key: WordKey) => english[key]

test('message and details are title and description', () => {
  expect(noticeOf({ message: 'Not enough money', details: 'Needs 5.00' }, word)).toEqual({
    title: 'Not enough money',
    description: 'Needs 5.00',
  })
})

test('a message alone is the description', () => {
  expect(noticeOf({ message: 'There is no such page', details: null }, word)).toEqual({
    title: 'An error occured',
    description: 'There is no such page',
  })
})

test('no answer at all is shown in the reader’s language', () => {
  expect(noticeOf({ message: '', details: null }, word)).toEqual({
    title: 'An error occured',
    description: english.UnknownError,
  })
})
