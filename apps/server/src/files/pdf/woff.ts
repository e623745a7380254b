import { inflateSync } from 'node:zlib'

/** Bytes of the header of a WOFF file, of an entry of its directory, and the same of the font it holds. */
const WOFF = { header: 44, entry: 20 }
const SFNT = { header: 12, entry: 16 }

/**
 * The OpenType font that a WOFF file holds (WOFF 1.0, chapter 4): its tables inflated once, where a reader of
 * the file itself would inflate them again for every glyph.
 */
export function openTypeOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = WOFF.header + index * WOFF.entry
    const [offset, size, original] = [4, 8, 12].map((field) => woff.readUInt32BE(at + field)) as [
      number,
      number,
      number,
    ]
    const data = woff.subarray(offset, offset + size)
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.subarray(at + 16, at + 20),
      data: size < original ? inflateSync(data) : data,
    }
  })
  const header = Buffer.alloc(SFNT.header)
  woff.copy(header, 0, 4, 8)
  header.writeUInt16BE(count, 4)
  const power = Math.floor(Math.log2(count))
  header.writeUInt16BE(2 ** power * SFNT.entry, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE((count - 2 ** power) * SFNT.entry, 10)
  let offset = SFNT.header + count * SFNT.entry
  const directory: Buffer[] = []
  const bodies: Buffer[] = []
  for (const { tag, checksum, data } of tables) {
    const place = Buffer.alloc(8)
    place.writeUInt32BE(offset)
    place.writeUInt32BE(data.length, 4)
    directory.push(tag, checksum, place)
    // Tables begin at multiples of four bytes.
    const body = Buffer.concat([data, Buffer.alloc(-data.length & 3)])
    bodies.push(body)
    offset += body.length
  }
  return Buffer.concat([header, ...directory, ...bodies])
}
