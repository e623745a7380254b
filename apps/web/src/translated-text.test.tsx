import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { surviveTranslators } from './translated-text.ts'

beforeAll(() => surviveTranslators(window))
afterEach(cleanup)

/** The ways in which translators put a translation instead of a text. */
const translators: Readonly<Record<string, (text: Text, font: Element) => void>> = {
  'replaces a text': (text, font) => text.replaceWith(font),
  'puts the translation before a text and removes it': (text, font) => {
    text.before(font)
    text.remove()
  },
  'puts the translation behind a text and removes it': (text, font) => {
    text.after(font)
    text.remove()
  },
  'wraps a text': (text, font) => {
    text.replaceWith(font)
    font.firstElementChild?.replaceChildren(text)
  },
}

function translate(root: Element, put: (text: Text, font: Element) => void): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode()) found.push(texts.currentNode as Text)
  for (const text of found.filter(({ data }) => data.trim() !== '')) {
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild!.textContent = `«${text.data}»`
    put(text, font)
  }
}

const Line = ({
  filled,
  of,
  note,
  first,
}: {
  filled: number
  of: number
  note?: string
  first?: boolean
}) => (
  <p>
    {first && <b>First </b>}
    Filled {filled} of {of}
    {note}
    <i>.</i>
    {filled > 2 ? 'many' : <b>few</b>}
  </p>
)

describe.each(Object.entries(translators))('a translator that %s', (_, put) => {
  test.each([false, true])(
    'leaves a page that continues to work; observed in the meantime: %s',
    async (isObserved) => {
      const { container, rerender } = render(<Line filled={1} of={8} note=" at 37.45" />)
      const shown = () => container.textContent?.replaceAll(/[«»]/g, '')
      const translated = async () => {
        translate(container, put)
        if (isObserved) await act(async () => undefined)
      }
      await translated()
      expect(shown()).toBe('Filled 1 of 8 at 37.45.few')

      rerender(<Line filled={2} of={8} note=" at 37.50" />)
      expect(shown()).toBe('Filled 2 of 8 at 37.50.few')
      await translated()
      // A text goes, an element comes before a translated text, and a text takes the place of an element.
      rerender(<Line filled={3} of={8} first />)
      expect(shown()).toBe('First Filled 3 of 8.many')
      await translated()
      rerender(<Line filled={1} of={9} note="!" />)
      expect(shown()).toBe('Filled 1 of 9!.few')
      await translated()
      cleanup()
      expect(container.textContent).toBe('')
    },
  )
})
