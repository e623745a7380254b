/**
 * The one way in which the desk's inputs, what it publishes and its journal become JSON. What JSON
 * has no form for becomes an object with one member: `{"$bigint":"1"}`, `{"$set":[…]}`,
 * `{"$map":[[key,value],…]}`. No object of these values has a member of such a name.
 */
export const encode = (value: unknown): string =>
  isJson(value) ? JSON.stringify(value) : JSON.stringify(value, (_, member) => tagged(member))

/** Whether JSON has a form for all of a value. Most have one, and a replacer costs more than all else of encoding them. */
function isJson(value: unknown): boolean {
  if (typeof value === 'bigint') return false
  if (typeof value !== 'object' || value === null) return true
  if (value instanceof Set || value instanceof Map) return false
  for (const name in value) {
    const member: unknown = value[name as keyof typeof value]
    // Most members are texts and numbers, for which a call would be most of the work.
    if ((typeof member === 'object' || typeof member === 'bigint') && !isJson(member)) return false
  }
  return true
}

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
