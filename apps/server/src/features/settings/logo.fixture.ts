import { crc32, deflateSync } from 'node:zlib'

const chunk = (name: string, data: Buffer): Buffer => {
  const framed = Buffer.alloc(data.length + 12)
  framed.writeUInt32BE(data.length)
  framed.write(name, 4, 'latin1')
  data.copy(framed, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + data.length)), 8 + data.length)
  return framed
}

/** A PNG picture of one colour with transparency, which the printer unpacks. */
export function logoPng(
  width: number,
  height: number,
  lines = Buffer.alloc((1 + 4 * width) * height, 0x80).map((byte, at) =>
    at % (1 + 4 * width) === 0 ? 0 : byte,
  ),
  spoiled = (data: Buffer): Buffer => data,
): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', spoiled(deflateSync(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
