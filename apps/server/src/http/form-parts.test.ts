import { describe, expect, test } from 'vitest'
import { FormParts, MalformedForm } from './form-parts.ts'
import { BOUNDARY, bodyOf, customer, file, PDF } from './multipart.fixture.ts'

interface Part {
  name: string
  fileName: string | undefined
  content: string
  /** The bytes that were given at once. */
  pieces: number[]
}

/** What is read of a body that comes in these pieces. */
function read(pieces: Iterable<Buffer>, boundary = BOUNDARY) {
  const parts: (Part & { isWhole: boolean })[] = []
  const form = new FormParts(boundary, {
    begin: ({ name, fileName }) => parts.push({ name, fileName, content: '', pieces: [], isWhole: false }),
    take: (bytes) => {
      parts.at(-1)!.content += bytes.toString('latin1')
      parts.at(-1)!.pieces.push(bytes.length)
    },
    end: () => {
      parts.at(-1)!.isWhole = true
    },
  })
  for (const piece of pieces) form.write(piece)
  return { parts, isWhole: form.isWhole }
}

const shown = ({ parts, isWhole }: ReturnType<typeof read>) => ({
  isWhole,
  parts: parts.map(({ name, fileName, content, isWhole }) => [name, fileName, content, isWhole]),
})

function* cut(body: Buffer, length: number) {
  for (let at = 0; at < body.length; at += length) yield body.subarray(at, at + length)
}

const content = Buffer.concat([Buffer.from(`\r\n--${BOUNDARY.slice(0, -1)}\r\n-`), PDF])
const body = bodyOf(customer, file('a.pdf', content), { name: 'empty', content: '' })

test.each(Array.from({ length: 30 }, (_, at) => at + 1))(
  'pieces of %i bytes are read as the whole',
  (length) => {
    expect(shown(read(cut(body, length)))).toEqual(shown(read([body])))
    expect(shown(read([body])).parts).toEqual([
      ['customer', undefined, 'C-1', true],
      ['files', 'a.pdf', content.toString('latin1'), true],
      ['empty', undefined, '', true],
    ])
  },
)

test('a file is handed on as it comes: no more of it is buffered than a delimiter is long', () => {
  const large = bodyOf(file('a.pdf', Buffer.alloc(1_000_000, 'x')))
  const { parts } = read(cut(large, 1_000))
  expect(parts[0]?.pieces.length).toBeGreaterThanOrEqual(1_000)
  expect(Math.max(...(parts[0]?.pieces ?? []))).toBeLessThanOrEqual(1_000 + BOUNDARY.length + 4)
})

test('text before the first delimiter and after the last is ignored', () => {
  const framed = Buffer.concat([Buffer.from('a preamble\r\n'), bodyOf(customer), Buffer.from('an epilogue')])
  expect(shown(read([framed]))).toEqual(shown(read([bodyOf(customer)])))
})

test.each(['  ', '\t', ' \t ', ' '.repeat(128)])('padding behind a delimiter is skipped: %j', (padding) => {
  const padded = Buffer.from(
    bodyOf(customer, file('a.pdf', content))
      .toString('latin1')
      .replaceAll(`--${BOUNDARY}\r\nC`, `--${BOUNDARY}${padding}\r\nC`)
      .replace(/\r\n$/, `${padding}\r\n`),
    'latin1',
  )
  const plain = shown(read([bodyOf(customer, file('a.pdf', content))]))
  for (const length of [1, 2, 7, padded.length]) expect(shown(read(cut(padded, length)))).toEqual(plain)
})

test('a truncated body is never treated as complete, wherever it is cut', () => {
  for (let end = 0; end < body.length - 2; end += 1) expect(read([body.subarray(0, end)]).isWhole).toBe(false)
})

const withHeader = (...lines: string[]) =>
  Buffer.from(`--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\nx\r\n--${BOUNDARY}--\r\n`)

test.each<[disposition: string, name: string, fileName: string | undefined]>([
  ['name=plain', 'plain', undefined],
  ['name="a%22b"; filename="c%0D%0Ad.pdf"', 'a"b', 'c\r\nd.pdf'],
  ['name="a"; filename="quoted \\"name\\".pdf"', 'a', 'quoted "name".pdf'],
  ['NAME="a"; FILENAME=""', 'a', ''],
  ['name="a"; filename*=UTF-8\'\'%E1%BB%8Cl%C3%A1.pdf', 'a', 'Ọlá.pdf'],
  ['name="a"; filename*=UTF-8\'\'%zz', 'a', "UTF-8''%zz"],
  ['name="a"; filename="100%.pdf"', 'a', '100%.pdf'],
])('of the header %s name and file are known', (disposition, name, fileName) => {
  const { parts } = read([withHeader('X: y', `Content-Disposition: form-data; ${disposition}`, 'Z: a')])
  expect(parts).toMatchObject([{ name, fileName }])
})

describe('a form is malformed', () => {
  const named = 'Content-Disposition: form-data; name="a"'
  test.each<[what: string, body: Buffer]>([
    ['whose part has no header', withHeader('')],
    ['whose part has no name', withHeader('Content-Disposition: form-data')],
    ['whose part is an attachment', withHeader('Content-Disposition: attachment; name="a"')],
    ['whose header is too long', withHeader(named, `X: ${'y'.repeat(5_000)}`)],
    ['whose header does not end', Buffer.from(`--${BOUNDARY}\r\n${'X: y\r\n'.repeat(1_000)}`)],
    ['whose delimiter goes on', Buffer.from(`--${BOUNDARY}x\r\n${named}\r\n\r\n`)],
    ['whose padding is not a space', Buffer.from(`--${BOUNDARY} x\r\n${named}\r\n\r\n`)],
    ['whose padding does not end', Buffer.from(`--${BOUNDARY}${' '.repeat(200)}`)],
    ['whose last dashes are padded', Buffer.from(`--${BOUNDARY} --\r\n`)],
    ['of too many parts', bodyOf(...Array.from({ length: 129 }, () => customer))],
  ])('%s', (_, form) => {
    expect(() => read([form])).toThrow(MalformedForm)
    expect(() => read(cut(form, 100))).toThrow(MalformedForm)
  })
})
