import type { TransferFormat } from './protocol.ts'

/** The first byte of a frame that is a whole message (RFC 6455 §5.2). */
const FIRST_BYTE: Readonly<Record<TransferFormat, number>> = { Text: 0x81, Binary: 0x82 }
/** Lengths below this are in the second byte; the others follow it in two or eight bytes. */
const TWO_BYTES = 126
const EIGHT_BYTES = 127

/** A server's frame: a whole message in one frame, not masked. */
export function frameOf(bytes: Buffer, format: TransferFormat): Buffer {
  const { length } = bytes
  const extended = length < TWO_BYTES ? 0 : length <= 0xffff ? 2 : 8
  const frame = Buffer.allocUnsafe(2 + extended + length)
  frame[0] = FIRST_BYTE[format]
  if (extended === 0) frame[1] = length
  else if (extended === 2) {
    frame[1] = TWO_BYTES
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = EIGHT_BYTES
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  bytes.copy(frame, 2 + extended)
  return frame
}
