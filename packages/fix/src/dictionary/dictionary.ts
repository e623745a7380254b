import { dataTagOf } from './data-fields.ts'
import { type Format, formats, severalValues } from './formats.ts'

/** A dictionary as it is kept: the lines are described in `scripts/fix-dictionaries.ts`. */
export interface DictionaryData {
  readonly header: string
  readonly trailer: string
  readonly components: Readonly<Record<string, string>>
  readonly messages: readonly string[]
  readonly fields: readonly string[]
}

/** What a venue adds: fields (or other values of one), and members of the header and of messages by their type. */
export interface Additions {
  readonly fields?: readonly string[]
  readonly header?: string
  readonly messages?: Readonly<Record<string, string>>
}

export interface FieldDefinition {
  readonly tag: number
  readonly name: string
  readonly type: Format
  /** What a value looks like; undefined if it may be anything. */
  readonly format: RegExp | undefined
  /** The tag of the data field whose length this is. */
  readonly data: number | undefined
  readonly isData: boolean
  /** What the value must be one of; undefined if it is free. */
  readonly values: ReadonlySet<string> | undefined
  readonly several: boolean
}

export interface Member {
  readonly field: FieldDefinition
  readonly required: boolean
  /** Its place among the members. */
  readonly index: number
  /** The members of its repeating group, of which the first begins each instance. */
  readonly group: Members | undefined
}

/** The members of a message, a group, the header or the trailer. */
export class Members {
  readonly #byTag: ReadonlyMap<number, Member>
  readonly all: readonly Member[]
  readonly required: readonly Member[]
  /** When each member was last seen, by the number of the pass: a set that is emptied by counting. */
  readonly #seenIn: Uint32Array
  #pass = 0

  constructor(members: readonly Member[]) {
    this.all = members
    this.required = members.filter(({ required }) => required)
    this.#byTag = new Map(members.map((member) => [member.field.tag, member]))
    this.#seenIn = new Uint32Array(members.length)
  }

  get(tag: number): Member | undefined {
    return this.#byTag.get(tag)
  }

  /** Whether a tag is one of these members or of a group in them. */
  includes(tag: number): boolean {
    return this.#byTag.has(tag) || this.all.some(({ group }) => group?.includes(tag))
  }

  /** Forgets which members were seen. */
  begin(): void {
    this.#pass = (this.#pass + 1) >>> 0
  }

  /** @returns whether the member is seen for the first time. */
  see(member: Member): boolean {
    if (this.#seenIn[member.index] === this.#pass) return false
    this.#seenIn[member.index] = this.#pass
    return true
  }

  /** The first required member that was not seen. */
  get missing(): Member | undefined {
    for (const member of this.required) if (this.#seenIn[member.index] !== this.#pass) return member
    return undefined
  }
}

export interface MessageDefinition {
  readonly type: string
  readonly name: string
  readonly members: Members
}

/** The messages and fields of one version of the standard. Messages are compiled when they are first used. */
export class Dictionary {
  readonly name: string
  readonly #data: DictionaryData
  readonly #fields: ReadonlyMap<number, FieldDefinition>
  readonly #lines: ReadonlyMap<string, string>
  readonly #messages = new Map<string, MessageDefinition>()
  readonly header: Members
  readonly trailer: Members

  constructor(name: string, data: DictionaryData) {
    this.name = name
    this.#data = data
    const fields = data.fields.map(fieldOf)
    this.#fields = new Map(fields.map((field) => [field.tag, field]))
    this.#lines = new Map(data.messages.map((line) => [line.slice(0, line.indexOf(' ')), line]))
    this.header = this.#membersOf(data.header)
    this.trailer = this.#membersOf(data.trailer)
  }

  /** This dictionary with what a venue adds. */
  with({ fields = [], header = '', messages = {} }: Additions): Dictionary {
    for (const type of Object.keys(messages)) {
      if (!this.#lines.has(type)) throw new RangeError(`${this.name} has no message ${type}`)
    }
    return new Dictionary(this.name, {
      ...this.#data,
      fields: [...this.#data.fields, ...fields],
      header: `${this.#data.header} ${header}`.trim(),
      messages: this.#data.messages.map((line) => {
        const added = messages[line.slice(0, line.indexOf(' '))]
        return added ? `${line} ${added}` : line
      }),
    })
  }

  field(tag: number): FieldDefinition | undefined {
    return this.#fields.get(tag)
  }

  get types(): readonly string[] {
    return [...this.#lines.keys()]
  }

  message(type: string): MessageDefinition | undefined {
    const known = this.#messages.get(type)
    if (known) return known
    const line = this.#lines.get(type)
    if (line === undefined) return undefined
    const [, name = '', members = ''] = /^\S+ (\S+) ?(.*)$/.exec(line) ?? []
    const message = { type, name, members: this.#membersOf(members) }
    this.#messages.set(type, message)
    return message
  }

  #membersOf(text: string): Members {
    const tokens = text.match(/[^\s()]+|[()]/g) ?? []
    let at = 0
    /** Members up to a closing parenthesis or the end; a component that is not required makes none of its own required. */
    const list = (tokens: readonly string[], from: number, isRequired: boolean, into: Member[]): number => {
      let at = from
      while (at < tokens.length && tokens[at] !== ')') {
        const token = tokens[at++]!
        const required = token.endsWith('!') && isRequired
        const name = token.replace('!', '')
        if (name.startsWith('@')) {
          const component = this.#data.components[name.slice(1)]
          if (component === undefined) throw new RangeError(`${this.name} has no component ${name.slice(1)}`)
          list(component.match(/[^\s()]+|[()]/g) ?? [], 0, required, into)
          continue
        }
        const field = this.#fields.get(Number(name))
        if (!field) throw new RangeError(`${this.name} has no field ${name}`)
        let group: Members | undefined
        if (tokens[at] === '(') {
          const members: Member[] = []
          at = list(tokens, at + 1, true, members) + 1
          group = new Members(members)
        }
        if (into.every((member) => member.field !== field)) {
          into.push({ field, required, index: into.length, group })
        }
      }
      return at
    }
    const members: Member[] = []
    at = list(tokens, at, true, members)
    if (at < tokens.length) throw new RangeError(`${this.name}: parentheses of ${text}`)
    return new Members(members)
  }
}

function fieldOf(line: string): FieldDefinition {
  const [tag, name = '', type = '', ...values] = line.split(' ')
  if (!Object.hasOwn(formats, type) || !Number.isSafeInteger(Number(tag)))
    throw new RangeError(`no field is described by ${line}`)
  return {
    tag: Number(tag),
    name,
    type: type as Format,
    format: formats[type as Format],
    data: dataTagOf(Number(tag)),
    isData: type === 'DATA' || type === 'XMLDATA',
    values: values.length > 0 ? new Set(values) : undefined,
    several: severalValues.has(type as Format),
  }
}
