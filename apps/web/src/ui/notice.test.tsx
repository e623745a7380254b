import { english } from '@tradebook/contract'
import { t } from 'i18next'
import { expect, test } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { noticeOf } from './notice.ts'

loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })

test('message and details are title and description', () => {
  expect(noticeOf({ message: 'Not enough money', details: 'Needs 5.00' }, t)).toEqual({
    title: 'Not enough money',
    description: 'Needs 5.00',
  })
})

test('a message without details is the description', () => {
  expect(noticeOf({ message: 'Page not found', details: null }, t)).toEqual({
    title: 'An error occured',
    description: 'Page not found',
  })
})

test('no answer at all is shown in the reader’s language', () => {
  expect(noticeOf({ message: '', details: null }, t)).toEqual({
    title: 'An error occured',
    description: english.UnknownError,
  })
})
