import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { type ComponentProps, useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { loadTexts } from '../i18n.ts'
import { setMarketTime } from '../market-clock.ts'
import { Themed } from '../themed.tsx'
import { DayPicker } from './day-picker.tsx'

afterEach(cleanup)

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

test('a day that is chosen in the calendar is taken, and the cell that loses the focus is not typed text', () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: { ...english } } })
  const onChange = vi.fn()
  render(
    <Themed>
      <DayPicker aria-label="day" value="2026-11-21" onChange={onChange} />
    </Themed>,
  )
  fireEvent.mouseDown(screen.getByLabelText('day'))
  fireEvent.click(screen.getByLabelText('day'))
  const cell = screen.getByText('24', { selector: '.ant-picker-cell-inner' })
  fireEvent.blur(cell)
  fireEvent.click(cell)
  expect(onChange).toHaveBeenLastCalledWith('2026-11-24')
})

describe('a typed day', () => {
  const onChange = vi.fn()
  const typed = (text: string, props: Partial<ComponentProps<typeof DayPicker>> = {}) => {
    loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: { ...english } } })
    onChange.mockReset()
    render(
      <Themed>
        <Held {...props} onChange={onChange} />
      </Themed>,
    )
    const input = screen.getByLabelText<HTMLInputElement>('day')
    fireEvent.mouseDown(input)
    fireEvent.focus(input)
    fireEvent.change(input, { target: { value: text } })
    fireEvent.blur(input)
    return input
  }

  test.each(['25-11-2026', '25.11.2026', '25 nov 2026', '25/11/26', '2026-11-25'])(
    '%s is understood and written as everywhere',
    (text) => {
      typed(text)
      expect(onChange).toHaveBeenLastCalledWith('2026-11-25')
      const shown = screen.getByLabelText<HTMLInputElement>('day')
      expect(shown.value).toBe('25 Nov 2026')
      expect(shown.getAttribute('aria-invalid')).not.toBe('true')
    },
  )

  test('an invalid date stays in the field with an error, and selects nothing', async () => {
    const input = typed('31/02/2026', { value: '2026-11-21' })
    expect(input.value).toBe('31/02/2026')
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(await screen.findByText(english['Form.NotDay'])).toBeTruthy()
    expect(onChange).not.toHaveBeenCalled()
    fireEvent.change(input, { target: { value: '28/02/2026' } })
    fireEvent.blur(input)
    expect(input.value).toBe('28 Feb 2026')
    expect(input.getAttribute('aria-invalid')).not.toBe('true')
  })

  test('a form receives an invalid date, and reports it itself', () => {
    const input = typed('soon', { value: '2026-11-21', keepsMistyped: true })
    expect(onChange).toHaveBeenLastCalledWith('soon')
    expect(input.value).toBe('soon')
  })

  test('counts before the field loses focus', () => {
    const input = typed('', { keepsMistyped: true })
    fireEvent.change(input, { target: { value: '25 nov 2026' } })
    expect(onChange).toHaveBeenLastCalledWith('2026-11-25')
    fireEvent.change(input, { target: { value: '25 Nov 202' } })
    expect(onChange).toHaveBeenLastCalledWith('25 Nov 202')
    expect(input.value).toBe('25 Nov 202')
  })

  test('an emptied field chooses no day', () => {
    expect(typed('', { value: '2026-11-21' }).value).toBe('')
    expect(onChange).toHaveBeenLastCalledWith('')
  })
})

/** A picker whose value is what was chosen. */
function Held({ value = '', onChange, ...others }: ComponentProps<typeof DayPicker>) {
  const [held, setHeld] = useState(value)
  return (
    <DayPicker
      {...others}
      aria-label="day"
      value={held}
      onChange={(day) => {
        setHeld(day)
        onChange?.(day)
      }}
    />
  )
}

test('today is the day of the market, wherever the browser is', async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: { ...english } } })
  // Half past midnight in Lagos, which is still the day before in London.
  setMarketTime('2026-11-24T23:30:00Z', 1)
  const onChange = vi.fn()
  render(
    <Themed>
      <DayPicker aria-label="day" onChange={onChange} />
    </Themed>,
  )
  fireEvent.mouseDown(screen.getByLabelText('day'))
  fireEvent.click(screen.getByLabelText('day'))
  fireEvent.click(await screen.findByText('Today'))
  expect(onChange).toHaveBeenLastCalledWith('2026-11-25')
})
