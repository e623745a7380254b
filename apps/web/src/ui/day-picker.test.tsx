import { fireEvent, render, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { Themed } from '../themed.tsx'
import { DayPicker } from './day-picker.tsx'

test('a day is written and read with the months of the reader’s language', () => {
  const texts = {
    ...english,
    'Calendar.Months': 'Jan Fab Mar Afi May Yun Yul Agu Sat Okt Nuw Dis',
    'Calendar.Clear': 'Share',
  }
  loadTexts({ currentLanguage: { name: 'ha' }, values: { Tradebook: texts } })
  const onChange = vi.fn()
  render(
    <Themed>
      <DayPicker aria-label="day" value="2026-11-21" onChange={onChange} />
    </Themed>,
  )
  const input = screen.getByLabelText('day')
  expect(input).toHaveProperty('value', '21 Nuw 2026')
  fireEvent.mouseDown(input)
  fireEvent.change(input, { target: { value: '5 Okt 2026' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith('2026-10-05')
})
