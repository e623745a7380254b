import { crc32, deflateSync } from 'node:zlib'

/** Documents as small as they can be, and what they are made of. */

export function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(name, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

export function header(width: number, height: number): Buffer {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}

export const PNG_MAGIC = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const pixel = chunk('IDAT', deflateSync(Buffer.from([0, 0])))

/** A grey picture of one pixel, or of what its header says, with further chunks before its data. */
export const png = (size: Buffer = header(1, 1), ...more: Buffer[]): Buffer =>
  Buffer.concat([PNG_MAGIC, size, ...more, pixel, chunk('IEND')])

export function segment(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}

export function frame(width: number, height: number): Buffer {
  const data = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  data.writeUInt16BE(height, 1)
  data.writeUInt16BE(width, 3)
  return segment(0xc0, data)
}

export const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
])
export const JPEG_BEGIN = Buffer.from([0xff, 0xd8])
export const JPEG_END = Buffer.from([0xff, 0xd9])

export const jpeg = (...segments: Buffer[]): Buffer =>
  Buffer.concat([JPEG_BEGIN, ...(segments.length > 0 ? segments : [frame(2, 3), scan]), JPEG_END])

/** A PDF file with these objects. */
export const pdf = (objects = '1 0 obj\n<< /Type /Catalog >>\nendobj\n', end = '%%EOF\n'): Buffer =>
  Buffer.from(`%PDF-1.7\n${objects}xref\n0 1\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n${end}`, 'latin1')

/** Objects that a PDF file keeps compressed. */
export const objectStream = (
  objects: string | Buffer,
  filter = '/Filter /FlateDecode',
  count = '/N 1 /First 4',
): string => {
  const data = deflateSync(objects).toString('latin1')
  return `2 0 obj\n<< /Type /ObjStm ${count} /Length ${data.length} ${filter} >>\nstream\n${data}\nendstream\nendobj\n`
}
