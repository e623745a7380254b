import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { type LanguageName, languageNames } from './languages.ts'
import { english, type TextKey, translations } from './words.ts'

const keys = Object.keys(english) as TextKey[]

test.each(languageNames)('%s has every text, with the places of the English one', (name) => {
  const translation = translations[name]
  expect(Object.keys(translation).sort()).toEqual([...keys].sort())
  const different = keys.filter(
    (key) =>
      translation[key].trim() === '' ||
      [...new Set(placesOf(translation[key]))].sort().join() !==
        [...new Set(placesOf(english[key]))].sort().join(),
  )
  expect(different).toEqual([])
})

test.each(languageNames)('%s has each text once, in the catalogue that English has it in', (name) => {
  expect(cataloguesOf(name)).toEqual(cataloguesOf('en'))
  const all = Object.values(cataloguesOf(name)).flat()
  expect(all.sort()).toEqual(Object.keys(translations[name]).sort())
})

test.each(languageNames)('%s names twelve months and seven days of the week', (name) => {
  const namesOf = (key: TextKey) => new Set(translations[name][key].split(' '))
  expect([namesOf('Calendar.Months').size, namesOf('Calendar.Weekdays').size]).toEqual([12, 7])
})

/** The values that a text has places for: `{name}`. */
const placesOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []

/** The keys of each catalogue file. The template's texts are apart: its pages ask for them under another name. */
const cataloguesOf = (name: LanguageName): Record<string, string[]> =>
  Object.fromEntries(
    globSync(`${import.meta.dirname}/${name}/*.json`)
      .filter((path) => basename(path) !== 'template.json')
      .map((path) => [basename(path), Object.keys(JSON.parse(readFileSync(path, 'utf8'))).sort()]),
  )
