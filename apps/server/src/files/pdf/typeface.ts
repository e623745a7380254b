import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { openTypeOf } from './woff.ts'

/**
 * The page's typeface as PDF documents embed it. It comes in a file for each range of letters, so a text is
 * cut into runs that one file has all letters of; the second family has the letters that the first lacks.
 */

/** Of the typeface, as CSS numbers them. */
export type Weight = 400 | 700

/** A part of a text and the font that draws it. */
export interface Run {
  readonly font: string
  readonly text: string
}

/** One file of a family. */
interface Face {
  readonly name: string
  readonly font: Font
}

const locate = createRequire(import.meta.url).resolve

const files = (weight: Weight): string[] => [
  ...['latin', 'latin-ext', 'vietnamese'].map(
    (range) => `@fontsource/plus-jakarta-sans/files/plus-jakarta-sans-${range}-${weight}-normal.woff`,
  ),
  `@fontsource/noto-sans/files/noto-sans-latin-ext-${weight}-normal.woff`,
]

const facesOf = (weight: Weight): readonly Face[] =>
  files(weight).map((name) => ({ name, font: create(openTypeOf(readFileSync(locate(name)))) as Font }))

const faces: Readonly<Record<Weight, readonly Face[]>> = { 400: facesOf(400), 700: facesOf(700) }

/** Every font by its name. */
export const fonts: readonly Face[] = Object.values(faces).flat()

/**
 * The runs of a text. A letter is drawn by the font of the letter before it if that has it, so that words
 * stay in one piece; a letter that no font has is drawn as the sign for that.
 */
export function runsOf(text: string, weight: Weight): Run[] {
  const known = faces[weight]
  const [first] = known as [Face]
  const runs: { face: Face; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const codePoint = letter.codePointAt(0) ?? 0
    const last = runs.at(-1)
    if (last?.face.font.hasGlyphForCodePoint(codePoint)) {
      last.text += letter
      continue
    }
    const face = known.find(({ font }) => font.hasGlyphForCodePoint(codePoint)) ?? first
    if (last?.face === face) last.text += letter
    else runs.push({ face, text: letter })
  }
  return runs
    .flatMap(({ face, text: part }) => drawable(face, part).map((drawn) => ({ face, text: drawn })))
    .map(({ face, text: part }) => ({ font: face.name, text: part }))
}

/** A text in parts that its font can draw: fontkit throws where a font says of a mark that it has no place at a letter. */
function drawable({ font }: Face, text: string): readonly string[] {
  if (!MARK.test(text)) return [text]
  try {
    font.layout(text)
    return [text]
  } catch {
    return [...text]
  }
}

const MARK = /\p{M}/u
