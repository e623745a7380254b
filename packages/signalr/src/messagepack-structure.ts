import { ProtocolError } from './messages.ts'

/** What follows the first byte of a value: bytes to skip, and values that it contains. */
interface Extent {
  readonly skipped: number
  readonly elements: number
}

/** By first byte from 0xc4 to 0xdf: the bytes of its length, and the bytes that follow the length or, without one, the byte. */
const SIZED: Readonly<Record<number, { readonly lengthBytes: number; readonly more: number }>> = {
  196: { lengthBytes: 1, more: 0 }, // bin 8, 16, 32
  197: { lengthBytes: 2, more: 0 },
  198: { lengthBytes: 4, more: 0 },
  199: { lengthBytes: 1, more: 1 }, // ext 8, 16, 32: a type follows
  200: { lengthBytes: 2, more: 1 },
  201: { lengthBytes: 4, more: 1 },
  202: { lengthBytes: 0, more: 4 }, // float 32, 64
  203: { lengthBytes: 0, more: 8 },
  204: { lengthBytes: 0, more: 1 }, // uint 8 to 64
  205: { lengthBytes: 0, more: 2 },
  206: { lengthBytes: 0, more: 4 },
  207: { lengthBytes: 0, more: 8 },
  208: { lengthBytes: 0, more: 1 }, // int 8 to 64
  209: { lengthBytes: 0, more: 2 },
  210: { lengthBytes: 0, more: 4 },
  211: { lengthBytes: 0, more: 8 },
  212: { lengthBytes: 0, more: 2 }, // fixext 1 to 16, with their type
  213: { lengthBytes: 0, more: 3 },
  214: { lengthBytes: 0, more: 5 },
  215: { lengthBytes: 0, more: 9 },
  216: { lengthBytes: 0, more: 17 },
  217: { lengthBytes: 1, more: 0 }, // str 8, 16, 32
  218: { lengthBytes: 2, more: 0 },
  219: { lengthBytes: 4, more: 0 },
}
/** By first byte: the bytes of the length of a collection, and the values of each of its entries. */
const COLLECTIONS: Readonly<Record<number, { readonly lengthBytes: number; readonly each: number }>> = {
  220: { lengthBytes: 2, each: 1 }, // array 16, 32
  221: { lengthBytes: 4, each: 1 },
  222: { lengthBytes: 2, each: 2 }, // map 16, 32
  223: { lengthBytes: 4, each: 2 },
}

/**
 * Checks that the bytes are one MessagePack value whose arrays and maps have no more elements than
 * there are bytes: a decoder reserves memory for as many elements as a header announces, and a few
 * bytes can announce billions.
 * @throws ProtocolError when they are not.
 */
export function assertElementsPresent(bytes: Buffer): void {
  let pending = 1
  let at = 0
  while (pending > 0) {
    const { skipped, elements } = extentAt(bytes, at)
    at += 1 + skipped
    pending += elements - 1
    if (pending > bytes.length - at) throw new ProtocolError('A message is not complete MessagePack.')
  }
}

function extentAt(bytes: Buffer, at: number): Extent {
  const first = bytes[at]
  if (first === undefined) throw new ProtocolError('A message is not complete MessagePack.')
  if (first < 0x80 || first >= 0xe0) return { skipped: 0, elements: 0 }
  if (first < 0x90) return { skipped: 0, elements: 2 * (first & 0x0f) }
  if (first < 0xa0) return { skipped: 0, elements: first & 0x0f }
  if (first < 0xc0) return { skipped: first & 0x1f, elements: 0 }
  const sized = SIZED[first]
  if (sized) {
    const { lengthBytes, more } = sized
    return { skipped: lengthBytes + lengthAt(bytes, at + 1, lengthBytes) + more, elements: 0 }
  }
  const collection = COLLECTIONS[first]
  if (!collection) return { skipped: 0, elements: 0 }
  const { lengthBytes, each } = collection
  return { skipped: lengthBytes, elements: each * lengthAt(bytes, at + 1, lengthBytes) }
}

function lengthAt(bytes: Buffer, at: number, size: number): number {
  if (size === 0) return 0
  if (at + size > bytes.length) throw new ProtocolError('A message is not complete MessagePack.')
  return bytes.readUIntBE(at, size)
}
