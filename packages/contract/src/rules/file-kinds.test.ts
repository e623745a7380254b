import { expect, test } from 'vitest'
import { type FileKind, fileKindOf } from './file-kinds.ts'

const all: FileKind[] = ['application/pdf', 'application/zip', 'image/jpeg', 'image/png']
const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

test.each([
  ['%PDF-1.7', 'application/pdf'],
  ['PK\x03\x04more', 'application/zip'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\nIHDR', 'image/png'],
  ['\r\n%PDF-1.4', undefined],
  ['GIF89a%PDF-1.7', undefined],
  ['\x89PNG', undefined],
  ['', undefined],
])('a file that begins with %j is %s', (head, kind) => {
  expect(fileKindOf(all, bytes(head))).toBe(kind)
})

test('a file of a type that is not accepted has no kind', () => {
  expect(fileKindOf(['image/png'], bytes('%PDF-1.7'))).toBeUndefined()
})
