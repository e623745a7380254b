/**
 * Whether a text can be kept: it is well-formed Unicode without NUL. Half a surrogate pair has no
 * UTF-8 form and PostgreSQL's `jsonb` refuses it; NUL is refused by every text column.
 */
export const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text that is merely recorded, made fit to be kept: what can not be kept becomes U+FFFD. */
export const toStorableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/**
 * The members of a value from the wire that hold a text which can not be kept, as paths:
 * `text`, `items[2].text`; the empty path is the value itself. Names of members count as texts.
 *
 * At most the first ten, by paths of a bounded length, and without recursion: a client may nest as
 * deep as its message is long.
 */
export function unstorableMembers(value: unknown): string[] {
  const found: string[] = []
  const waiting: { path: string; value: unknown }[] = [{ path: '', value }]
  for (let next = waiting.pop(); next && found.length < MOST_MEMBERS; next = waiting.pop()) {
    const { path, value } = next
    if (typeof value === 'string') {
      if (!isStorableText(value)) found.push(path)
    } else if (typeof value === 'object' && value !== null) {
      // The first member is taken from the stack first.
      for (const [name, member] of Object.entries(value).reverse()) {
        const below = pathOfMember(path, name, Array.isArray(value))
        waiting.push({ path: below, value: isStorableText(name) ? member : name })
      }
    }
  }
  return found.map(toStorableText)
}

const MOST_MEMBERS = 10
const LONGEST_PATH = 200

function pathOfMember(path: string, name: string, isItem: boolean): string {
  if (path.length >= LONGEST_PATH) return path
  const step = isItem ? `[${name}]` : path === '' ? name : `.${name}`
  return path + step.slice(0, LONGEST_PATH)
}
