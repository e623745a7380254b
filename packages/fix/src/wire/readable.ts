import { dataTagOf } from '../dictionary/data-fields.ts'
import { type Fields, NOT_A_TAG, parse } from './message.ts'

/** Password(554), NewPassword(925), their encrypted forms, and RawData(96), which carries a password at some venues. */
const secrets: ReadonlySet<number> = new Set([554, 925, 1402, 1404, 96])
/** Username(553) is half of what signs a member on. */
const names: ReadonlySet<number> = new Set([553])

/** A message for a log: `|` between fields, secrets masked, bytes that no log should have as `?`. */
export function readable(message: Uint8Array | Fields): string {
  const fields = message instanceof Uint8Array ? parse(message) : message
  let text = ''
  for (const [tag, value] of fields) {
    // A field without a tag may be the rest of any other.
    text += tag === NOT_A_TAG ? '***|' : `${tag}=${masked(tag, value)}|`
  }
  return text
}

function masked(tag: number, value: string): string {
  if (secrets.has(tag)) return '***'
  if (names.has(tag)) return `${value.slice(0, 1)}***`
  // What gives the length of a secret tells something of it.
  if (secrets.has(dataTagOf(tag) ?? 0)) return '***'
  return value.replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?').replaceAll('|', '?')
}
