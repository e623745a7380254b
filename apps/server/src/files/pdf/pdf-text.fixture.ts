import { inflateSync } from 'node:zlib'

/**
 * The texts of a PDF as this server makes them: its pages' lines from top to bottom, the texts of a line
 * from left to right without anything between them.
 */
export const linesOf = (pdf: Uint8Array): string[] => pagesOf(pdf).flat()

/** The same, page by page. */
export const pagesOf = (pdf: Uint8Array): string[][] =>
  placedOf(pdf).map((lines) => lines.map((texts) => texts.map(({ text }) => text).join('')))

/** A text and where it begins, in points from the left. */
interface PlacedText {
  readonly x: number
  readonly text: string
}

/** The texts of the lines of its pages. */
export function placedOf(pdf: Uint8Array): PlacedText[][][] {
  const objects = objectsOf(Buffer.from(pdf))
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\s/.test(head))
  return pages.map(({ head }) => {
    const resources = objects.get(referenceOf(head, 'Resources'))?.head ?? ''
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => {
        const font = objects.get(Number(id))?.head ?? ''
        return [name, lettersOf(objects.get(referenceOf(font, 'ToUnicode'))?.stream ?? '')]
      }),
    )
    return textsOf(objects.get(referenceOf(head, 'Contents'))?.stream ?? '', fonts)
  })
}

interface PdfObject {
  readonly head: string
  readonly stream: string
}

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const text = pdf.toString('latin1')
  const objects = new Map<number, PdfObject>()
  for (const { 1: id, index } of text.matchAll(/^(\d+) 0 obj$/gm)) {
    const head = text.slice(index, text.indexOf('endobj', index)).split('stream\n')[0] ?? ''
    const start = index + head.length + 'stream\n'.length
    const isDeflated = head.includes('/FlateDecode')
    const length = Number(/\/Length (\d+)/.exec(head)?.[1])
    const stream = isDeflated ? inflateSync(pdf.subarray(start, start + length)).toString('latin1') : ''
    objects.set(Number(id), { head, stream })
  }
  return objects
}

const referenceOf = (head: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1])

/** The letters of a font's glyphs by their codes. */
function lettersOf(unicodeMap: string): string[] {
  const letters: string[] = []
  for (const [, first = '', codes = ''] of unicodeMap.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    const start = Number.parseInt(first, 16)
    for (const [index, [, code = '']] of [...codes.matchAll(/<([^>]*)>/g)].entries())
      letters[start + index] = Buffer.from(code.replace(/\s/g, ''), 'hex').swap16().toString('utf16le')
  }
  return letters
}

function textsOf(content: string, fonts: ReadonlyMap<string, readonly string[]>): PlacedText[][] {
  const lines = new Map<number, PlacedText[]>()
  let place = { x: 0, y: 0 }
  let letters: readonly string[] = []
  for (const [, x, y, font, codes] of content.matchAll(
    /1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) \S+ Tf|\[(.*)\] TJ/g,
  )) {
    if (x !== undefined) place = { x: Number(x), y: Number(y) }
    else if (font !== undefined) letters = fonts.get(font) ?? []
    else {
      const glyphs = [...(codes ?? '').matchAll(/<(\w*)>/g)].flatMap(
        ([, hex = '']) => hex.match(/.{4}/g) ?? [],
      )
      const text = glyphs.map((glyph) => letters[Number.parseInt(glyph, 16)]).join('')
      lines.set(place.y, [...(lines.get(place.y) ?? []), { x: place.x, text }])
    }
  }
  return [...lines]
    .sort(([one], [other]) => other - one)
    .map(([, texts]) => texts.sort((one, other) => one.x - other.x))
}
