/**
 * The one way in which the desk's inputs, what it publishes and its journal become JSON. What JSON
 * has no form for becomes an object with one member: `{"$bigint":"1"}`, `{"$set":[…]}`,
 * `{"$map":[[key,value],…]}`. No object of these values has a member of such a name.
 */
export function encode(value: unknown): string {
  const text = plainText(value)
  return text === undefined || text.includes(EMPTY)
    ? JSON.stringify(value, (_, member) => tagged(member))
    : text
}

/**
 * The value as JSON has it without its own forms; undefined where it has a bigint. Most have none, nor a set or a map,
 * and to look through a value first costs more than to encode it.
 */
function plainText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

/** What a set or a map becomes without a form of its own, whatever it contains. */
const EMPTY = '{}'

/** The value that was encoded, from its parsed JSON. */
export function decode(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  if (Array.isArray(json)) return json.map(decode)
  if ('$bigint' in json) return BigInt(json.$bigint as string)
  if ('$set' in json) return new Set(decode(json.$set) as unknown[])
  if ('$map' in json) return new Map(decode(json.$map) as [unknown, unknown][])
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, decode(member)]))
}

function tagged(value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: String(value) }
  if (value instanceof Set) return { $set: [...value] }
  if (value instanceof Map) return { $map: [...value] }
  return value
}
