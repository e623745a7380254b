import { cleanup, render, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { useSession } from '../../session.ts'
import { ExceptionScreen } from './exception-screen.tsx'

loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })

afterEach(cleanup)

test.each([
  ['401', 'You do not have access to this page', '401'],
  ['403', 'You do not have this permission', '403'],
  ['404', 'Page not found', '404'],
  ['500', 'Server error', '500'],
  ['chunk', 'Loading chunk failed', undefined],
  ['other', 'Something went wrong', undefined],
  [undefined, 'Something went wrong', undefined],
])('an exception of type %s says: %s', (type, title, code) => {
  useSession.setState({ user: null })
  render(
    <MemoryRouter initialEntries={[type ? `/exception?type=${type}` : '/exception']}>
      <ExceptionScreen />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading').textContent).toBe(title)
  expect(document.querySelector('code')?.textContent).toBe(code)
  expect(screen.getByRole('button', { name: 'Sign in' })).toBeDefined()
})
