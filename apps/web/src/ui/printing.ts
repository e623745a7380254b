import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useHandler } from './use-handler.ts'

/**
 * Printing a screen: its lists first fetch all their rows, then the browser prints. Who prints by the browser's menu, which waits for
 * nothing, gets the rows that are shown, and reads so.
 */

interface Printable {
  readonly prepare: () => Promise<void>
  readonly clear: () => void
}

const printables = new Set<Printable>()
let isUnderWay = false

/** Some browsers go on while they print, and not all of them say when they have: anyone who uses the page again has printed. */
const endOfPrint = (): Promise<unknown> =>
  Promise.race(
    ['afterprint', 'keydown', 'pointerdown'].map(
      (name) => new Promise((resolve) => window.addEventListener(name, resolve, { once: true })),
    ),
  )

/** Prints all rows of the lists that the screen shows. A list that cannot be fetched is notified, and nothing is printed. */
export async function printScreen(): Promise<void> {
  if (isUnderWay) return
  isUnderWay = true
  const lists = [...printables]
  try {
    await Promise.all(lists.map(({ prepare }) => prepare()))
    const ended = endOfPrint()
    window.print()
    await ended
  } finally {
    isUnderWay = false
    for (const { clear } of lists) clear()
  }
}

/**
 * All rows of a list while it is printed.
 *
 * @param all fetches them; without it, the list shows all that it has.
 */
export function usePrintedRows<Row>(
  all: (() => Promise<readonly Row[]>) | undefined,
): readonly Row[] | undefined {
  const [rows, setRows] = useState<readonly Row[]>()
  const prepare = useHandler(async () => {
    const fetched = await all?.()
    // The browser prints what is there once it is asked to.
    if (fetched) flushSync(() => setRows(fetched))
  })
  useEffect(() => {
    const printable = { prepare, clear: () => setRows(undefined) }
    printables.add(printable)
    return () => void printables.delete(printable)
  }, [prepare])
  return rows
}

/** What every sheet of paper says: whose it is, of what, when it was printed and which page. */
export interface SheetTexts {
  readonly firm: string
  readonly title: string
  readonly about: string
  readonly printedAt: string
  readonly page: (page: string, pages: string) => string
}

const counters: Readonly<Record<string, string>> = { '{page}': 'counter(page)', '{pages}': 'counter(pages)' }

/** A text as CSS holds it. */
const quoted = (text: string): string =>
  `"${text.replace(/["\\\n\r]/g, (sign) => `\\${sign.charCodeAt(0).toString(16)} `)}"`

/** The margins of the sheets. `{page}` and `{pages}` are counted by the browser. */
export function sheetRules({ firm, title, about, printedAt, page }: SheetTexts): string {
  const numbered = page('{page}', '{pages}')
    .split(/(\{pages?\})/)
    .map((part) => counters[part] ?? quoted(part))
    .join(' ')
  const boxes = {
    'top-left': quoted(firm),
    'top-right': quoted(about),
    'bottom-left': quoted(`${title} · ${printedAt}`),
    'bottom-right': numbered,
  }
  const margins = Object.entries(boxes).map(
    ([box, content]) => `@${box}{content:${content};font:9px sans-serif}`,
  )
  return `@page{margin:16mm 12mm;${margins.join('')}}`
}

/** What the elements that are marked so say of the screen that is printed: account, days, filters. */
const aboutScreen = (): string =>
  [...new Set([...document.querySelectorAll('[data-print-about]')].map(({ textContent }) => textContent))]
    .filter(Boolean)
    .join(' · ')

/** Writes the margins of the sheets whenever the browser prints, and prints whole lists by the keys that print. */
export function usePrinting(
  t: TFunction,
  textsOf: () => { readonly firm: string; readonly time: string },
): void {
  const rules = useHandler(() => {
    const { firm, time } = textsOf()
    return sheetRules({
      firm,
      printedAt: t('Print.At', { time }),
      title: document.querySelector('h1')?.textContent ?? document.title,
      about: aboutScreen(),
      page: (page, pages) => t('Print.Page', { page, pages }),
    })
  })
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    const write = () => sheet.replaceSync(rules())
    const onKey = (event: KeyboardEvent) => {
      const isPrint =
        (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p'
      if (!isPrint) return
      event.preventDefault()
      // A failed call has been notified.
      printScreen().catch(() => undefined)
    }
    window.addEventListener('beforeprint', write)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('beforeprint', write)
      window.removeEventListener('keydown', onKey)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [rules])
}
