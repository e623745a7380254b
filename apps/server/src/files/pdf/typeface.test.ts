import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { translations } from '@tradebook/contract'
import { create, type Font } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { fonts, runsOf } from './typeface.ts'

/** Letters that the languages of Nigeria and French mark, with the naira sign. Yoruba and Igbo mark tones besides. */
const marked = [
  ...['ɓ ɗ ƙ ƴ', 'ẹ ọ ṣ', 'ị ọ ụ ṅ', 'á à é è í ì ó ò ú ù ń ǹ ḿ', 'â ç ê ë î ï ô œ û'].flatMap((letters) =>
    `${letters} ${letters.toUpperCase()}`.split(' '),
  ),
  '₦',
]
/** Letters with two marks have no character of their own: the second mark is one. */
const twiceMarked = ['ẹ́', 'ẹ̀', 'ọ́', 'ọ̀', 'ị́', 'ị̀', 'ụ́', 'ụ̀'].map((letter) => letter.normalize('NFC'))

const charactersOf = (text: string): string[] => [...text.normalize('NFC')]

const everyText = Object.values(translations).flatMap((texts) => Object.values(texts))

/** Signs that browsers draw from the fonts of the system. */
const signs = new Set(['▲', '▼', '\n'])

describe('documents', () => {
  test.each([400, 700] as const)('the fonts of weight %d have every letter', (weight) => {
    const isDrawn = (text: string) =>
      runsOf(text, weight).every((run) => {
        const font = fonts.find(({ name }) => name === run.font)?.font
        return charactersOf(run.text).every((letter) =>
          font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
        )
      })
    const letters = new Set([...marked, ...everyText.flatMap(charactersOf)].filter((one) => !signs.has(one)))
    expect([...letters].filter((letter) => !isDrawn(letter))).toEqual([])
    // Composed or not, both marks of a letter are of one font, so that they meet.
    for (const letter of [...twiceMarked, ...twiceMarked.map((one) => one.normalize('NFD'))]) {
      expect(runsOf(letter, weight), letter).toHaveLength(1)
      expect(isDrawn(letter), letter).toBe(true)
    }
  })
})

test.each([400, 700] as const)('every letter of weight %d is laid out with a mark over it', (weight) => {
  const letters = new Set(fonts.flatMap(({ font }) => font.characterSet))
  const failed = [...letters].filter((letter) => {
    try {
      for (const { font: name, text } of runsOf(`${String.fromCodePoint(letter)}\u0301`, weight))
        fonts.find((font) => font.name === name)?.font.layout(text)
      return false
    } catch {
      return true
    }
  })
  expect(failed.map((letter) => String.fromCodePoint(letter))).toEqual([])
})

/** A file of a font as its style sheet declares it. */
interface WebFace {
  readonly weights: readonly [number, number]
  readonly covers: (character: string) => boolean
  readonly font: Font
}

const WEB = new URL('../../../../web/', import.meta.url)

/** The faces of a style sheet. A browser uses a face for the characters of its `unicode-range` alone. */
function facesOf(sheet: string): WebFace[] {
  const locate = createRequire(sheet).resolve
  return [...readFileSync(sheet, 'utf8').matchAll(/@font-face \{([^}]*)\}/g)].map(([, face = '']) => {
    const value = (name: string) => new RegExp(`${name}:\\s*([^;]*);`).exec(face)?.[1] ?? ''
    const [least = 0, most = least] = value('font-weight').split(' ').map(Number)
    const ranges = [...value('unicode-range').matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(
      ([, from = '', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const,
    )
    const font = create(readFileSync(locate(/url\("?([^")]*)/.exec(face)?.[1] ?? ''))) as Font
    const covers = (character: string) => {
      const codePoint = character.codePointAt(0) ?? 0
      return (
        ranges.some(([from, to]) => from <= codePoint && codePoint <= to) &&
        font.hasGlyphForCodePoint(codePoint)
      )
    }
    return { weights: [least, most], covers, font }
  })
}

describe('the page', () => {
  const family = createRequire(new URL('src/main.tsx', WEB)).resolve('@fontsource-variable/plus-jakarta-sans')
  const faces = [family, new URL('src/ui/page.css', WEB).pathname].flatMap(facesOf)

  test.each([400, 600])('the fonts of weight %d have every letter', (weight) => {
    const ofWeight = faces.filter(({ weights: [least, most] }) => least <= weight && weight <= most)
    const letters = new Set([...marked, ...everyText.flatMap(charactersOf)].filter((one) => !signs.has(one)))
    expect([...letters].filter((letter) => !ofWeight.some(({ covers }) => covers(letter)))).toEqual([])
    for (const letter of twiceMarked) {
      const isOfOneFile = ofWeight.some(({ covers }) => charactersOf(letter).every(covers))
      expect(isOfOneFile, letter).toBe(true)
    }
  })
})

test('texts are composed, so that a letter and its mark are one character where there is one', () => {
  expect(everyText.filter((text) => text !== text.normalize('NFC'))).toEqual([])
})
