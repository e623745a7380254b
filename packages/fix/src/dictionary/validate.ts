import { type Fields, NOT_A_TAG } from '../wire/message.ts'
import { dataTagOf } from './data-fields.ts'
import type { Dictionary, FieldDefinition, Member, Members } from './dictionary.ts'
import type { RejectReason, Violation } from './rejects.ts'

/**
 * The first rule of the standard that a message breaks, in its order on the wire; what is missing comes last.
 * `session` has the header, the trailer and the session's own messages; `application` has the others, and is the
 * same dictionary before FIXT.
 */
export function validate(
  message: Fields,
  session: Dictionary,
  application: Dictionary,
): Violation | undefined {
  const type = message.get(35) ?? ''
  const isSessions = session.message(type) !== undefined
  const dictionary = isSessions ? session : application
  const definition = dictionary.message(type)
  // The standard has no tag for this one: RefMsgType(372) says what was wrong.
  if (!definition) return type === '' ? violation('requiredTagMissing', 35) : { reason: 'invalidMsgType' }

  const { tags, values } = message
  const { header, trailer } = session
  const body = definition.members
  const sections = [header, body, trailer]
  for (const section of sections) section.begin()
  let section = 0

  let at = 0
  while (at < tags.length) {
    const tag = tags[at]!
    let member = sections[section]!.get(tag)
    if (!member) {
      const later = sections.findIndex((members, index) => index > section && members.get(tag))
      if (later > 0) {
        section = later
        member = sections[later]!.get(tag)!
      } else {
        const known = session.field(tag) ?? (isSessions ? undefined : application.field(tag))
        if (!known) return violation('invalidTag', tag)
        if (values[at] === '') return violation('noValue', tag)
        const isMisplaced = header.get(tag) !== undefined || body.get(tag) !== undefined
        return violation(isMisplaced ? 'tagOutOfOrder' : 'tagNotDefinedForMessage', tag)
      }
    }
    const problem = problemOf(member.field, values, tags, at)
    if (problem) return violation(problem, tag)
    if (!sections[section]!.see(member)) return violation('tagRepeated', tag)
    at++
    if (member.group) {
      const end = group(member, tags, values, at)
      if (typeof end !== 'number') return end
      at = end
    }
  }
  for (const { missing } of sections) if (missing) return violation('requiredTagMissing', missing.field.tag)
  return undefined
}

/** Where the repeating group ends whose count is before `from`, or the rule that it breaks: those of its form before those of values. */
function group(
  counted: Member,
  tags: readonly number[],
  values: readonly string[],
  from: number,
): number | Violation {
  const members = counted.group!
  const delimiter = members.all[0]!.field.tag
  const count = Number(values[from - 1])
  const wrongCount = violation('incorrectGroupCount', counted.field.tag)
  let instances = 0
  let value: Violation | undefined
  let last = -1
  let at = from
  for (; at < tags.length; ) {
    const member = members.get(tags[at]!)
    if (!member) break
    if (tags[at] === delimiter) {
      if (instances > 0 && members.missing) return violation('requiredTagMissing', members.missing.field.tag)
      instances++
      if (instances > count) return wrongCount
      members.begin()
      last = -1
    } else if (instances === 0) {
      return count === 0 ? wrongCount : violation('groupOutOfOrder', tags[at]!)
    }
    const problem = problemOf(member.field, values, tags, at)
    if (problem) value ??= violation(problem, tags[at]!)
    if (!members.see(member)) return violation('tagRepeated', tags[at]!)
    if (member.index < last) return violation('groupOutOfOrder', tags[at]!)
    last = member.index
    at++
    if (member.group) {
      const end = group(member, tags, values, at)
      if (typeof end !== 'number') return end
      at = end
    }
  }
  if (instances !== count) return wrongCount
  if (instances > 0 && members.missing) return violation('requiredTagMissing', members.missing.field.tag)
  return value ?? at
}

/** What is wrong with one value. */
function problemOf(
  field: FieldDefinition,
  values: readonly string[],
  tags: readonly number[],
  at: number,
): RejectReason | undefined {
  const value = values[at]!
  const { format } = field
  if (value === '') return 'noValue'
  if (field.values) {
    if (!isAllowed(field, value)) return format && !format.test(value) ? 'incorrectFormat' : 'incorrectValue'
  } else if (format && !format.test(value)) return 'incorrectFormat'
  const { data, isData } = field
  if (data !== undefined && (tags[at + 1] !== data || values[at + 1]!.length !== Number(value))) {
    return 'incorrectValue'
  }
  if (isData && dataTagOf(tags[at - 1] ?? 0) !== field.tag) return 'tagOutOfOrder'
  return undefined
}

function isAllowed({ values, several }: FieldDefinition, value: string): boolean {
  if (values!.has(value)) return true
  return several && value.split(' ').every((one) => values!.has(one))
}

const violation = (reason: RejectReason, tag: number): Violation =>
  tag === NOT_A_TAG ? { reason } : { reason, tag }

/** The instances of a repeating group of a message, in order, by the place where its count is. */
export function groupsOf(message: Fields, members: Members, countTag: number): readonly Fields[] {
  const group = members.get(countTag)?.group
  const count = message.tags.indexOf(countTag)
  if (!group || count < 0) return []
  const delimiter = group.all[0]!.field.tag
  const instances: Fields[] = []
  let from = count + 1
  while (message.tags[from] === delimiter && instances.length < Number(message.values[count])) {
    let to = from + 1
    while (to < message.length && message.tags[to] !== delimiter && group.includes(message.tags[to]!)) to++
    instances.push(message.slice(from, to))
    from = to
  }
  return instances
}
