import { expect, test } from 'vitest'
import { exif, jpegOf } from './jpeg.fixture.ts'
import { jpegHeader } from './jpeg-header.ts'

test.each([
  ['grey', jpegOf(1), { components: 1, orientation: 1 }],
  ['for screens', jpegOf(3), { components: 3, orientation: 1 }],
  ['for printing', jpegOf(4), { components: 4, orientation: 1 }],
  ['of a camera held upright', jpegOf(3, exif(6, true)), { components: 3, orientation: 6 }],
  ['of a camera of the other order of bytes', jpegOf(3, exif(8, false)), { components: 3, orientation: 8 }],
  ['whose notes are cut off', jpegOf(3, exif(6, true).with(3, 20)), undefined],
  ['that is none', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), undefined],
  ['of nothing', new Uint8Array(), undefined],
])('the header of a picture %s is known', (_, bytes, header) => {
  expect(jpegHeader(bytes)).toEqual(header)
})

test('no picture that is cut off anywhere is read beyond its end', () => {
  const whole = jpegOf(4, exif(6, false))
  for (let end = 0; end < whole.length; end++) expect(() => jpegHeader(whole.subarray(0, end))).not.toThrow()
})
