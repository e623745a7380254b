import type { Fields } from '../wire/message.ts'
import { instantOf } from '../wire/time.ts'
import type { CompleteSettings } from './settings.ts'

/** Whether a message goes from the peer to us by its CompIDs. */
export function isFromPeer(
  message: Fields,
  { senderCompId, targetCompId }: Pick<CompleteSettings, 'senderCompId' | 'targetCompId'>,
): boolean {
  // Without a value it is a field that validation rejects.
  const sender = message.get(49) || targetCompId
  const target = message.get(56) || senderCompId
  return sender === targetCompId && target === senderCompId
}

/** Whether SendingTime(52) is near enough to our clock. */
export function isOnTime(
  message: Fields,
  { sendingTimeTolerance }: Pick<CompleteSettings, 'sendingTimeTolerance'>,
  now: number,
): boolean {
  const sent = instantOf(message.get(52) ?? '')
  return sent === undefined || Math.abs(sent - now) <= sendingTimeTolerance
}
