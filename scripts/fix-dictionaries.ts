import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * Writes the FIX dictionaries of `packages/fix` from XML files in the form of the QuickFIX project
 * (`FIX44.xml`, `FIXT11.xml`, `FIX50.xml`, …): `node scripts/fix-dictionaries.ts FOLDER`, then `npm run format`.
 *
 * A line is one field (`54 Side CHAR 1 2 …`: tag, name, type, allowed values) or one message (`D NewOrderSingle`
 * and its members). A member is a tag, `@` and a component, or a tag with its repeating group in parentheses;
 * `!` marks what is required.
 */

const versions = ['FIX44', 'FIXT11', 'FIX50', 'FIX50SP1', 'FIX50SP2']
const target = new URL('../packages/fix/src/dictionary/data/', import.meta.url).pathname

interface Element {
  name: string
  attributes: Record<string, string>
  children: Element[]
}

/** Reads XML that has only elements and attributes in quotes. */
function elementsOf(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [] }
  const open = [root]
  for (const [, closing, name = '', attributes = '', empty] of xml.matchAll(
    /<(\/)?([a-z]+)((?:\s+\w+=(?:'[^']*'|"[^"]*"))*)\s*(\/)?>/g,
  )) {
    if (closing) {
      open.pop()
      continue
    }
    const pairs = [...attributes.matchAll(/(\w+)=['"]([^'"]*)['"]/g)].map(([, key, value]) => [key, value])
    const element: Element = { name, attributes: Object.fromEntries(pairs), children: [] }
    open.at(-1)!.children.push(element)
    if (!empty) open.push(element)
  }
  return root.children[0]!
}

/** The tags of data fields, by the tag of the field that gives their length. */
const dataFields = new Map<number, number>()

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder with the XML files: node scripts/fix-dictionaries.ts FOLDER')
for (const version of versions) {
  const fix = elementsOf(readFileSync(join(folder, `${version}.xml`), 'utf8'))
  const part = (name: string) => fix.children.find((child) => child.name === name)?.children ?? []
  const fields = new Map(
    part('fields').map(({ attributes: { number = '', name = '', type = '' }, children }) => [
      name,
      { number, name, type, values: children.map(({ attributes }) => attributes.enum?.trim()) },
    ]),
  )
  const tagOf = (name: string) => {
    const number = fields.get(name)?.number
    if (!number) throw new Error(`${version}: the field ${name} has no number`)
    return number
  }
  const members = (elements: Element[]): string => {
    for (const [index, { attributes }] of elements.entries()) {
      const before = elements[index - 1]?.attributes.name
      if (!before || !/^(XML)?DATA$/.test(fields.get(attributes.name!)?.type ?? '')) continue
      if (fields.get(before)?.type === 'LENGTH')
        dataFields.set(Number(tagOf(before)), Number(tagOf(attributes.name!)))
    }
    return elements
      .map(({ name, attributes, children }) => {
        const required = attributes.required === 'Y' ? '!' : ''
        if (name === 'component') return `@${attributes.name}${required}`
        const tag = `${tagOf(attributes.name!)}${required}`
        return name === 'group' ? `${tag}(${members(children)})` : tag
      })
      .join(' ')
  }
  const dictionary = {
    header: members(part('header')),
    trailer: members(part('trailer')),
    components: Object.fromEntries(
      part('components').map(({ attributes, children }) => [attributes.name, members(children)]),
    ),
    messages: part('messages').map(({ attributes, children }) =>
      `${attributes.msgtype} ${attributes.name} ${members(children)}`.trim(),
    ),
    fields: [...fields.values()].map(({ number, name, type, values }) =>
      [number, name, type, ...values].join(' '),
    ),
  }
  const file = join(target, `${version}.json`)
  writeFileSync(file, `${JSON.stringify(dictionary, null, 2)}\n`)
  console.log(`${basename(file)}: ${dictionary.messages.length} messages, ${dictionary.fields.length} fields`)
}
const pairs = [...dataFields].sort(([a], [b]) => a - b)
writeFileSync(join(target, 'data-fields.json'), `${JSON.stringify(Object.fromEntries(pairs), null, 2)}\n`)
