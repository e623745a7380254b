import { encode } from './encode.ts'
import { type Field, latin1 } from './message.ts'

/** Bytes of a text in which `|` is the delimiter. */
export const bytesOf = (text: string): Uint8Array =>
  Uint8Array.from(text.replaceAll('|', '\x01'), (character) => character.charCodeAt(0))

/** Bytes as a text in which `|` is the delimiter. */
export const textOf = (bytes: Uint8Array): string => latin1(bytes).replaceAll('\x01', '|')

/** The fields of a text such as `35=0|34=2|`. */
export const fieldsOf = (text: string): Field[] =>
  text
    .split('|')
    .filter((field) => field !== '')
    .map((field) => [Number(field.slice(0, field.indexOf('='))), field.slice(field.indexOf('=') + 1)])

/** A message of a text that begins with MsgType(35), with length and checksum. */
export const message = (text: string, beginString = 'FIX.4.4'): Uint8Array =>
  encode(beginString, fieldsOf(text))

/** A message of which nothing is checked: its length and checksum are right, its fields may be anything. */
export function rawMessage(text: string, beginString = 'FIX.4.4'): Uint8Array {
  const head = `8=${beginString}|9=${text.length}|`
  const sum = bytesOf(head + text).reduce((total, byte) => total + byte, 0) % 256
  return bytesOf(`${head}${text}10=${String(sum).padStart(3, '0')}|`)
}
