import { encode } from '../wire/encode.ts'
import type { Field, Fields } from '../wire/message.ts'
import { timestampOf } from '../wire/time.ts'
import type { CompleteSettings } from './settings.ts'

/** The fields of a message that are written again when it is sent again. */
const renewed: ReadonlySet<number> = new Set([8, 9, 10, 35, 34, 43, 49, 52, 56, 122])

/** Writes the messages of one end of a session, with their standard header. */
export class Writer {
  readonly #settings: Pick<CompleteSettings, 'protocol' | 'senderCompId' | 'targetCompId'>

  constructor(settings: Pick<CompleteSettings, 'protocol' | 'senderCompId' | 'targetCompId'>) {
    this.#settings = settings
  }

  /** A message. Its header is in the order of its tags. */
  message(
    number: number,
    type: string,
    now: number,
    body: readonly Field[],
    header: readonly Field[] = [],
  ): Uint8Array {
    const { protocol, senderCompId, targetCompId } = this.#settings
    const fields: Field[] = [
      [34, number],
      [49, senderCompId],
      [52, timestampOf(now)],
      [56, targetCompId],
      ...header,
    ]
    if (header.length > 0) fields.sort(([a], [b]) => a - b)
    return encode(protocol.beginString, [[35, type], ...fields, ...body])
  }

  /** A message as it was sent once, marked as a possible duplicate. */
  again(number: number, message: Fields, now: number): Uint8Array {
    const header: Field[] = [
      [43, 'Y'],
      [122, message.get(52)!],
    ]
    const body: Field[] = []
    const { header: known } = this.#settings.protocol.session
    for (const field of message) {
      if (renewed.has(field[0])) continue
      if (known.get(field[0])) header.push(field)
      else body.push(field)
    }
    return this.message(number, message.get(35)!, now, body, header)
  }

  /** A SequenceReset(4) in the place of messages that are not sent again. */
  gapFill(number: number, next: number, now: number): Uint8Array {
    const body: Field[] = [
      [36, next],
      [123, 'Y'],
    ]
    return this.message(number, '4', now, body, [
      [43, 'Y'],
      [122, timestampOf(now)],
    ])
  }
}
