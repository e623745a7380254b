import { businessReject, type Field, isFixt, type Members, type Protocol } from '@tradebook/fix'
import type { Application } from '../../server/src/gateway/line.ts'

/** What public session test suites send to see it again: an order, a security definition, a mail. */
const echoed: ReadonlySet<string> = new Set(['D', 'd', 'C'])

/**
 * The application that public session test suites expect: it sends these messages back, their fields in the order of
 * the tags, and rejects others. One that may have been sent before on this connection is known by its ClOrdID(11).
 */
export function echo(protocol: Protocol): Application {
  const seen = new Set<string>()
  const [applVerId, dictionary] = [...protocol.applications][0]!
  return ({ type, fields, possResend }, send) => {
    if (type === '3') return
    if (!echoed.has(type)) {
      const reject = businessReject(fields, 'unsupportedMessageType')
      const version: Field[] = isFixt(protocol) ? [[1137, applVerId]] : []
      send({ ...reject, fields: [...reject.fields, ...version] })
      return
    }
    const id = fields.get(11)
    if (id !== undefined) {
      if (possResend && seen.has(id)) return
      seen.add(id)
    }
    const { header, trailer } = protocol.session
    const body = [...fields].filter(([tag]) => !header.get(tag) && !trailer.get(tag))
    const possibly: Field[] = possResend ? [[97, 'Y']] : []
    send({ type, header: possibly, fields: inOrder(body, dictionary.message(type)!.members) })
  }
}

/** Fields in the order of their tags; a repeating group stays behind its count, as it is. */
function inOrder(fields: readonly [tag: number, value: string][], members: Members): Field[] {
  const parts: [Field, ...Field[]][] = []
  for (let at = 0; at < fields.length; ) {
    const group = members.get(fields[at]![0])?.group
    const part: [Field, ...Field[]] = [fields[at++]!]
    while (group && at < fields.length && group.includes(fields[at]![0])) part.push(fields[at++]!)
    parts.push(part)
  }
  return parts.sort(([[a]], [[b]]) => a - b).flat()
}
