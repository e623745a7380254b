import { afterEach, beforeEach, expect, test } from 'vitest'
import { nextPlace, rovingRows } from './roving-rows.ts'

const controls = [2, 2, 1]

test.each([
  ['next', { row: 0, control: 1 }, { row: 1, control: 1 }],
  ['next', { row: 1, control: 1 }, { row: 2, control: 0 }],
  ['next', { row: 2, control: 0 }, { row: 2, control: 0 }],
  ['previous', { row: 0, control: 0 }, { row: 0, control: 0 }],
  ['right', { row: 0, control: 0 }, { row: 0, control: 1 }],
  ['right', { row: 0, control: 1 }, { row: 0, control: 1 }],
  ['left', { row: 1, control: 1 }, { row: 1, control: 0 }],
  ['pageDown', { row: 0, control: 0 }, { row: 2, control: 0 }],
  ['first', { row: 2, control: 0 }, { row: 0, control: 0 }],
  ['last', { row: 0, control: 0 }, { row: 2, control: 0 }],
  // What was in row 1 is gone: what took its place is next below, the one before it next above.
  ['next', { row: 1, control: 0, isGone: true }, { row: 1, control: 0 }],
  ['previous', { row: 1, control: 0, isGone: true }, { row: 0, control: 0 }],
] as const)('%s from %o leads to %o', (action, from, to) => {
  expect(nextPlace(action, from, controls)).toEqual(to)
})

test('a table without rows leads nowhere', () => {
  expect(nextPlace('next', { row: 0, control: 0 }, [])).toBeUndefined()
})

let table: HTMLTableElement
let letGo: () => void

const row = (name: string) => {
  const made = document.createElement('tr')
  made.innerHTML = `<td><button id="${name}">${name}</button></td><td><button id="${name}-more">more</button></td>`
  return made
}
const body = () => table.tBodies[0] as HTMLTableSectionElement
const at = () => document.activeElement?.id ?? ''
const stops = () =>
  [...table.querySelectorAll('button')].filter(({ tabIndex, disabled }) => tabIndex === 0 && !disabled)
const press = (key: string) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
/** Mutations are reported in a microtask. */
const microtasks = () => Promise.resolve()

beforeEach(() => {
  document.body.innerHTML = '<button id="before">before</button><table id="table"><tbody></tbody></table>'
  table = document.querySelector('table') as HTMLTableElement
  Element.prototype.scrollIntoView = () => {}
  body().append(row('a'), row('b'), row('c'))
  letGo = rovingRows(table) as () => void
})

afterEach(() => letGo())

const focus = (id: string) => document.getElementById(id)?.focus()

test('a table is one tab stop, wherever the arrow keys led', () => {
  expect(stops().map(({ id }) => id)).toEqual(['a'])
  // Keys that lead to the table find it by this.
  expect(table.querySelector('[tabindex="0"]')?.id).toBe('a')
  focus('a')
  press('ArrowDown')
  press('ArrowRight')
  expect(at()).toBe('b-more')
  expect(stops().map(({ id }) => id)).toEqual(['b-more'])
})

test('ends lead to the ends, and a letter leads nowhere', () => {
  focus('a')
  press('End')
  expect(at()).toBe('c')
  press('Home')
  expect(at()).toBe('a')
  press('a')
  expect(at()).toBe('a')
})

test('the focus survives rows that come, go and move around it', async () => {
  focus('b')
  body().prepend(row('new'))
  document.getElementById('c')?.closest('tr')?.remove()
  await microtasks()
  expect(at()).toBe('b')
  // Moved in the document, an element loses the focus.
  body().prepend(document.getElementById('b')?.closest('tr') as Node)
  await microtasks()
  expect(at()).toBe('b')
  expect(stops().map(({ id }) => id)).toEqual(['b'])
})

test('a row that vanishes takes its mark with it: the focus stays in the table, on no other row', async () => {
  focus('b')
  document.getElementById('b')?.closest('tr')?.remove()
  await microtasks()
  expect(at()).toBe('table')
  press('ArrowDown')
  expect(at()).toBe('c')
})

test('a focus that went elsewhere is not called back', async () => {
  focus('b')
  focus('before')
  document.getElementById('b')?.closest('tr')?.remove()
  await microtasks()
  expect(at()).toBe('before')
  expect(stops()).toHaveLength(1)
})

test('a control that is disabled under the focus gives up the mark, too', async () => {
  focus('b')
  const button = document.getElementById('b') as HTMLButtonElement
  button.disabled = true
  button.blur()
  await microtasks()
  expect(at()).toBe('table')
  expect(stops()).toHaveLength(1)
})

test('the way in is the top row, until the focus is in the table and after it left', async () => {
  body().prepend(row('newer'))
  await microtasks()
  expect(stops().map(({ id }) => id)).toEqual(['newer'])
  focus('b')
  body().prepend(row('newest'))
  await microtasks()
  expect(stops().map(({ id }) => id)).toEqual(['b'])
  focus('before')
  expect(stops().map(({ id }) => id)).toEqual(['newest'])
})

test('the headings are above the first row: one arrow away, never the way in', async () => {
  table.createTHead().innerHTML = '<tr><th>Time</th><th><button id="sort">Price</button></th></tr>'
  await microtasks()
  expect(stops().map(({ id }) => id)).toEqual(['a'])
  focus('b-more')
  press('Home')
  expect(at()).toBe('a-more')
  press('ArrowUp')
  expect(at()).toBe('sort')
  press('ArrowDown')
  expect(at()).toBe('a')
})

test('arrow keys reach the checkbox of a row, but not a question below it', async () => {
  document.getElementById('a')?.insertAdjacentHTML('beforebegin', '<input type="checkbox" id="tick">')
  const asked = row('asked')
  asked.dataset.detail = ''
  document.getElementById('a')?.closest('tr')?.after(asked)
  await microtasks()
  focus('a')
  press('ArrowLeft')
  expect(at()).toBe('tick')
  press('ArrowDown')
  expect(at()).toBe('b')
})
