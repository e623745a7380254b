import { type Field, type Fields, parse } from '../wire/message.ts'
import { bytesOf, fieldsOf, rawMessage } from '../wire/text.fixture.ts'
import { instantOf, timestampOf } from '../wire/time.ts'
import { protocols } from './protocol.ts'
import { Session } from './session.ts'
import type { SessionSettings } from './settings.ts'
import type { Input, Step } from './step.ts'

export const START = instantOf('20261126-10:00:00')!

/** Fields of the header that are the same in every message of a transcript. */
const usual = new Set([8, 9, 10, 35, 49, 52, 56])

/**
 * Plays the inputs of a transcript and gives it back with what the session did, so that a test compares the whole.
 *
 * | line | |
 * |---|---|
 * | `connect`, `drop` | the connection begins, ends |
 * | `> 0 34=2` | the peer sends a message: type and fields, with the header of the peer unless it is given, BeginString(8) first |
 * | `>> 8=FIX…` | the peer sends these bytes |
 * | `send D 11=A`, `once D 11=A`, `keep D 11=A` | the application sends a message, not to be repeated, kept for later |
 * | `logout` | the application ends the session |
 * | `wait 30` | so many seconds pass |
 * | `back 30` | the clock is set back by so many seconds |
 * | `< 0 34=2` | the session sends |
 * | `app D 34=2` | the application receives |
 * | `unsent D`, `reset`, `closed because` | the session says |
 */
export function transcriptOf(settings: Partial<SessionSettings>, script: string): string {
  const complete: SessionSettings = {
    role: 'acceptor',
    protocol: protocols['FIX.4.4'],
    senderCompId: 'US',
    targetCompId: 'PEER',
    ...settings,
  }
  const { beginString } = complete.protocol
  const session = new Session(complete, { nextIn: 1, nextOut: 1, since: START }, START)
  const store = new Map<number, Uint8Array>()
  const lines: string[] = []
  let now = START

  const handle = (input: Input) => report(session.handle(input, now))
  const report = (step: Step) => {
    if (step.reset) {
      lines.push('reset')
      store.clear()
    }
    for (const { number, bytes } of step.store) store.set(number, bytes)
    for (const { type, number } of step.received) lines.push(`app ${type} 34=${number}`)
    for (const bytes of step.send) lines.push(`< ${shown(parse(bytes))}`)
    for (const { type } of step.unsent) lines.push(`unsent ${type}`)
    if (step.disconnect !== undefined) lines.push(`closed ${step.disconnect}`)
    if (!step.fetch) return
    const { id, from, to } = step.fetch
    const messages = [...store].filter(([number]) => number >= from && number <= to)
    handle({ kind: 'stored', id, messages: messages.map(([number, bytes]) => ({ number, bytes })) })
  }
  const sent = (type: string, text: string): Uint8Array => {
    const version = /^8=([^|]+)\|/.exec(text)
    const given = fieldsOf(text.slice(version?.[0].length ?? 0).replaceAll('NOW', timestampOf(now)))
    const header: Field[] = [
      [49, complete.targetCompId],
      [52, timestampOf(now)],
      [56, complete.senderCompId],
    ]
    const own = header.filter(([tag]) => given.every(([other]) => other !== tag))
    const all = [[35, type], ...own, ...given].map(([tag, value]) => `${tag}=${value}|`).join('')
    return rawMessage(all, version?.[1] ?? beginString)
  }

  for (const line of script.trim().split('\n')) {
    const [word = '', type = '', text = ''] = /^(\S+) ?(\S*) ?(.*)$/.exec(line.trim())!.slice(1)
    const outgoing = () => ({ type, fields: fieldsOf(text) })
    const inputs: Record<string, () => void> = {
      connect: () => handle({ kind: 'connected' }),
      drop: () => handle({ kind: 'disconnected' }),
      '>': () => handle({ kind: 'bytes', bytes: sent(type, text) }),
      '>>': () => handle({ kind: 'bytes', bytes: bytesOf(type) }),
      send: () => handle({ kind: 'send', message: outgoing() }),
      once: () => handle({ kind: 'send', message: { ...outgoing(), repeat: false } }),
      keep: () => handle({ kind: 'send', message: { ...outgoing(), keep: true } }),
      logout: () => handle({ kind: 'logout' }),
      wait: () => {
        const end = now + Number(type) * 1000
        // As a host does: a tick when one is due.
        for (let due = session.nextTimer; due <= end; due = session.nextTimer) {
          now = Math.max(now, due)
          handle({ kind: 'tick' })
        }
        now = end
      },
      back: () => {
        now -= Number(type) * 1000
        handle({ kind: 'tick' })
      },
    }
    const input = inputs[word]
    if (!input) continue
    lines.push(line.trim())
    input()
  }
  return lines.join('\n')
}

function shown(fields: Fields): string {
  const others = [...fields].filter(([tag]) => !usual.has(tag))
  // What was sent first, and when, is the same instant in most of them.
  const text = others.map(([tag, value]) => (tag === 122 ? '122=…' : `${tag}=${value}`)).join('|')
  return `${fields.get(35)} ${text}`
}
