/** JPEG pictures as small as they can be. */

const bytesOf = (...parts: (number | string | readonly number[])[]): number[] =>
  parts.flatMap((part) =>
    typeof part === 'string'
      ? Array.from(part, (one) => one.charCodeAt(0))
      : Array.isArray(part)
        ? part
        : [part as number],
  )

const segment = (marker: number, data: readonly number[]): number[] => [
  ...[0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff],
  ...data,
]

/** How the camera was held, in the order of bytes of Intel or Motorola. */
export function exif(orientation: number, isLittle: boolean): number[] {
  const word = (value: number) => (isLittle ? [value & 0xff, value >> 8] : [value >> 8, value & 0xff])
  const long = (value: number) => (isLittle ? [...word(value), 0, 0] : [0, 0, ...word(value)])
  const make = [...word(0x010f), ...word(2), ...long(1), ...long(0)]
  const entry = [...word(0x0112), ...word(3), ...long(1), ...word(orientation), 0, 0]
  const tiff = [
    ...bytesOf(isLittle ? 'II' : 'MM'),
    ...word(42),
    ...long(8),
    ...word(2),
    ...make,
    ...entry,
    ...long(0),
  ]
  return segment(0xe1, [...bytesOf('Exif', 0, 0), ...tiff])
}

/** A picture of eight by eight pixels of one colour, which every decoder reads; of four components it is one for printing. */
export function jpegOf(components: 1 | 3 | 4, ...more: readonly number[][]): Uint8Array<ArrayBuffer> {
  const ids = Array.from({ length: components }, (_, at) => at + 1)
  const oneCode = (table: number) => segment(0xc4, [table, 1, ...Array(15).fill(0), 0])
  return new Uint8Array([
    ...[0xff, 0xd8],
    ...segment(0xee, bytesOf('Adobe', 0, 100, 0, 0, 0, 0, 0)),
    ...more.flat(),
    ...segment(0xdb, [0, ...Array(64).fill(1)]),
    ...segment(0xc0, [8, 0, 8, 0, 8, components, ...ids.flatMap((id) => [id, 0x11, 0])]),
    ...oneCode(0x00),
    ...oneCode(0x10),
    ...segment(0xda, [components, ...ids.flatMap((id) => [id, 0]), 0, 63, 0]),
    // Two bits a component: no difference, and nothing else. The rest of the byte is filled with ones.
    0xff >> (components * 2),
    ...[0xff, 0xd9],
  ])
}
