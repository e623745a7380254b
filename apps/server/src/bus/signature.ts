import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature of HMAC-SHA-256, in front of what it signs. */
export const SIGNATURE_BYTES = 32

/** Where a message goes, and where its answer is to go: a signed message is believed nowhere else. */
export interface Route {
  readonly subject: string
  readonly reply?: string | undefined
}

/** A frame with the signature of an installation. */
export const signed = (key: Buffer, route: Route, frame: Buffer): Buffer =>
  Buffer.concat([signatureOf(key, route, frame), frame])

/** The frame, if the installation signed it for where it arrived. */
export function verified(key: Buffer, route: Route, data: Uint8Array): Buffer | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const signature = bytes.subarray(0, SIGNATURE_BYTES)
  const frame = bytes.subarray(SIGNATURE_BYTES)
  const isTrue =
    signature.length === SIGNATURE_BYTES && timingSafeEqual(signature, signatureOf(key, route, frame))
  return isTrue ? frame : undefined
}

const signatureOf = (key: Buffer, { subject, reply = '' }: Route, frame: Buffer): Buffer =>
  createHmac('sha256', key).update(`${subject}\n${reply}\n`).update(frame).digest()
