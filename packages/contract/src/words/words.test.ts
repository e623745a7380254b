import { expect, test } from 'vitest'
import { languageNames } from './languages.ts'
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

test.each(languageNames)('%s names twelve months and seven days of the week', (name) => {
  const namesOf = (key: TextKey) => new Set(translations[name][key].split(' '))
  expect([namesOf('Calendar.Months').size, namesOf('Calendar.Weekdays').size]).toEqual([12, 7])
})

/** The values that a text has places for: `{name}`. */
const placesOf = (text: string): string[] => text.match(/\{\w+\}/g) ?? []
