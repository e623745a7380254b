import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { type CallName, english } from '@tradebook/contract'
import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/client.ts'
import { cookies, readCookie, writeCookie } from '../api/cookies.ts'
import { loadTexts } from '../i18n.ts'
import { useSession } from '../session.ts'
import { Themed } from '../themed.tsx'
import { LanguageChoice } from './language-choice.tsx'

vi.mock('../api/client.ts', () => ({ call: vi.fn(), clearCredentials: vi.fn() }))

const languages = [
  { name: 'en', displayName: 'English' },
  { name: 'fr', displayName: 'Français' },
]
const french = { ...english, 'Person.Language': 'Langue', 'Table.NextPage': 'Page suivante' }
const inEnglish = { currentLanguage: languages[0], languages, values: { Tradebook: english } }
let isAnswered = true

/** A screen on which somebody is writing. */
const Screen = () => {
  const { t } = useTranslation()
  return (
    <Themed>
      <LanguageChoice />
      <h1>{t('Person.Language')}</h1>
      <input aria-label="draft" />
      <Pagination total={100} />
    </Themed>
  )
}

beforeEach(() => {
  isAnswered = true
  loadTexts(inEnglish as never)
  writeCookie(cookies.culture, 'en', 1_000)
  useSession.setState({ user: { id: 7 } as never, languages, language: languages[0] as never })
  vi.mocked(call).mockReset()
  vi.mocked(call).mockImplementation((name: CallName) => {
    if (!isAnswered && name === 'AbpUserConfiguration/GetAll')
      return Promise.reject(
        new ApiError({ status: 503, code: 6001, message: 'Away', details: null, data: {} }),
      )
    const localization = { currentLanguage: languages[1], languages, values: { Tradebook: french } }
    return Promise.resolve({ localization } as never)
  })
})
afterEach(() => {
  cleanup()
  useSession.setState(useSession.getInitialState(), true)
  loadTexts(inEnglish as never)
})

test('another language is shown in place: what somebody writes stays, and every part of the page follows', async () => {
  render(<Screen />)
  fireEvent.change(screen.getByLabelText('draft'), { target: { value: 'half a sentence' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'fr' } })
  await screen.findByRole('heading', { name: 'Langue' })
  expect(screen.getByLabelText<HTMLInputElement>('draft').value).toBe('half a sentence')
  expect(screen.getByTitle('Page suivante')).toBeTruthy()
  expect(document.documentElement.lang).toBe('fr')
  expect(readCookie(cookies.culture)).toBe('fr')
  expect(useSession.getState().language.name).toBe('fr')
  expect(vi.mocked(call).mock.calls[0]?.slice(0, 2)).toEqual(['User/ChangeLanguage', { languageName: 'fr' }])
})

test('without its texts the page stays in its language', async () => {
  isAnswered = false
  render(<Screen />)
  const choice = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language' })
  fireEvent.change(choice(), { target: { value: 'fr' } })
  await waitFor(() => expect(call).toHaveBeenCalledTimes(2))
  await waitFor(() => expect(choice().disabled).toBe(false))
  expect(document.documentElement.lang).toBe('en')
  expect(readCookie(cookies.culture)).toBe('en')
})
