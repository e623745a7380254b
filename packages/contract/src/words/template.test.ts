import { expect, test } from 'vitest'
import { languageNames } from './languages.ts'
import { templateTexts } from './template.ts'

test.each(languageNames)('%s has every text of the template, with the places of the English one', (name) => {
  const { en } = templateTexts
  const texts = templateTexts[name]
  expect(Object.keys(texts).sort()).toEqual(Object.keys(en).sort())
  const places = (text: string) => (text.match(/\{\d\}/g) ?? []).sort().join()
  const keys = Object.keys(en) as (keyof typeof en)[]
  expect(keys.filter((key) => texts[key].trim() === '' || places(texts[key]) !== places(en[key]))).toEqual([])
})
