import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isStorableText, isText, toStorableText, unstorableMembers } from './text.ts'

describe('a text', () => {
  test.each([
    ['', true],
    ['Àṣẹ 😀', true],
    ['a\ud800b', false],
    ['\udc00', false],
    ['\udc00\ud800', false],
    ['a\0', false],
  ])('%j can be kept: %j', (text, kept) => {
    expect(isStorableText(text)).toBe(kept)
  })

  test.each([
    ['Ada', true],
    ['Adaeze', true],
    ['Adaezee', false],
    ['', false],
    [' \t', false],
    ['a\0', false],
  ])('%j is a text of at most 6 characters: %j', (text, is) => {
    expect(isText(text, 6)).toBe(is)
  })

  test('is made storable when it is only recorded, and otherwise unchanged', () => {
    expect(toStorableText('a\ud800b\0c 😀')).toBe('a\ufffdb\ufffdc 😀')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(isStorableText(toStorableText(text))).toBe(true)
        if (isStorableText(text)) expect(toStorableText(text)).toBe(text)
      }),
    )
  })
})

describe('the members that cannot be kept', () => {
  test.each<[unknown, string[]]>([
    [{ text: 'fine', items: [1, null, { text: 'fine' }] }, []],
    [{ text: 'a\ud800b', clOrdID: 'x\0' }, ['text', 'clOrdID']],
    [{ items: [{ text: 'a' }, {}, { text: '\udfff' }] }, ['items[2].text']],
    [['a', ['\0']], ['[1][0]']],
    ['\ud800', ['']],
    [{ a: { 'b\ud800': 1 } }, ['a.b\ufffd']],
  ])('of %j are %j', (value, members) => {
    expect(unstorableMembers(value)).toEqual(members)
  })

  test('are found however deep they lie, and answered in a bounded list however many they are', () => {
    let value: unknown = Array.from({ length: 1_000 }, () => '\0')
    for (let depth = 0; depth < 100_000; depth++) value = [value]
    const members = unstorableMembers(value)
    expect(members).toHaveLength(10)
    for (const member of members) expect(member).toMatch(/^(\[0\]){50,100}$/)
  })
})
