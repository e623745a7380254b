import { documentLimits } from '@tradebook/contract'
import { describe, expect, test, vi } from 'vitest'
import { preparedFile } from './prepared-file.ts'

const bytes = (...head: (string | number)[]) =>
  new Uint8Array(
    head.flatMap((part) => (typeof part === 'number' ? part : [...part].map((c) => c.charCodeAt(0)))),
  )

const png = bytes(0x89, 'PNG\r\n', 0x1a, '\n...')
const jpeg = bytes(0xff, 0xd8, 0xff, 0xe0, 'JFIF')
const pdf = bytes('%PDF-1.7 ...')

describe('a file is judged by its content', () => {
  test.each([
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PDF', pdf, 'application/pdf'],
  ])('%s is accepted, whatever type the browser reports', async (_, content, type) => {
    for (const said of ['', 'application/octet-stream', 'image/gif', type]) {
      const file = await preparedFile(new File([content], 'scan', { type: said }))
      expect(file, said).toBeInstanceOf(File)
      expect(file, said).toMatchObject({ type, name: 'scan', size: content.length })
    }
  })

  test.each([
    ['a page', bytes('<html>')],
    ['a vector picture', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['nothing', bytes()],
    ['a program', bytes('MZ')],
    ['a PDF with a line before it', bytes('\r\n', '%PDF-1.4')],
  ])('%s is refused, whatever the browser says of it', async (_, content) => {
    for (const said of ['image/png', 'application/pdf', ''])
      expect(await preparedFile(new File([content], 'a.png', { type: said })), said).toBe('type')
  })

  test('another picture type is converted to one that the server accepts, or refused if the browser cannot read it', async () => {
    const webp = new File([bytes('RIFF', 1, 2, 3, 4, 'WEBPVP8 ')], 'photo', { type: '' })
    const read = vi.fn(() => Promise.reject(new Error('not read')))
    vi.stubGlobal('createImageBitmap', read)
    expect(await preparedFile(webp)).toBe('type')
    expect(read).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })

  test('a file that is too large is refused', async () => {
    const content = new Uint8Array(documentLimits.bytes + 1)
    content.set(pdf)
    expect(await preparedFile(new File([content], 'a.pdf', { type: '' }))).toBe('size')
  })
})
