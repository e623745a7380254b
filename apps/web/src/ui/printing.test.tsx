import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { TFunction } from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { printScreen, sheetRules, usePrintedRows, usePrinting } from './printing.ts'

const print = vi.fn()
const replaced = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync')
beforeEach(() => {
  print.mockReset()
  vi.stubGlobal('print', print)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function List({ all }: { readonly all: () => Promise<readonly string[]> }) {
  return <p data-testid="list">{usePrintedRows(all)?.join() ?? 'a page'}</p>
}

const shown = () => screen.getAllByTestId('list').map(({ textContent }) => textContent)

test('all rows of every list are there when the browser prints, and gone when it has', async () => {
  render(
    <>
      <List all={async () => ['1', '2', '3']} />
      <List all={async () => ['a', 'b']} />
    </>,
  )
  const atPrint: unknown[] = []
  print.mockImplementation(() => atPrint.push(shown()))
  const printed = printScreen()
  // Who asks twice is answered once.
  await printScreen()
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(atPrint).toEqual([['1,2,3', 'a,b']])
  fireEvent(window, new Event('afterprint'))
  await printed
  await waitFor(() => expect(shown()).toEqual(['a page', 'a page']))
})

test('nothing is printed where a list cannot be fetched, and the next print works', async () => {
  let isAway = true
  render(<List all={async () => (isAway ? Promise.reject(new Error('away')) : ['1'])} />)
  await expect(printScreen()).rejects.toThrow('away')
  expect(print).not.toHaveBeenCalled()
  isAway = false
  const printed = printScreen()
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  fireEvent(window, new Event('afterprint'))
  await printed
})

function Screen() {
  usePrinting(
    ((key: string, values: object) => `${key} ${Object.values(values)}`) as unknown as TFunction,
    () => ({
      firm: 'Obi Securities',
      time: '09:30',
    }),
  )
  return (
    <>
      <h1>Statement</h1>
      <p data-print-about>0000000001 Ada Obi</p>
      <p data-print-about>1 Nov 2026 – 30 Nov 2026</p>
      <p data-print-about>State: Filled</p>
      <p data-print-about>State: Filled</p>
      <p data-print-about />
    </>
  )
}

test('the sheets of a screen say the account, the days and the filters that it shows, each once', () => {
  render(<Screen />)
  fireEvent(window, new Event('beforeprint'))
  const sheet = document.adoptedStyleSheets.at(-1)
  const rules = replaced.mock.calls.at(-1)?.[0]
  expect(sheet).toBeDefined()
  expect(rules).toContain('@top-left{content:"Obi Securities";')
  expect(rules).toContain(
    '@top-right{content:"0000000001 Ada Obi · 1 Nov 2026 – 30 Nov 2026 · State: Filled";',
  )
  expect(rules).toContain('@bottom-left{content:"Statement · Print.At 09:30";')
})

test('a sheet says whose it is, of what, when it was printed and which page it is', () => {
  const rules = sheetRules({
    firm: 'Obi "&" Sons\\',
    title: 'Statement',
    about: 'Adé · 1 Nov 2026',
    printedAt: 'Printed 25 Nov',
    page: (page, pages) => `Page ${page} of ${pages}`,
  })
  expect(rules).toContain('@top-left{content:"Obi \\22 &\\22  Sons\\5c ";')
  expect(rules).toContain('@top-right{content:"Adé · 1 Nov 2026";')
  expect(rules).toContain('@bottom-left{content:"Statement · Printed 25 Nov";')
  expect(rules).toContain('@bottom-right{content:"Page " counter(page) " of " counter(pages) "";')
})
