import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const loaded = `
  import { registerHooks } from 'node:module'
  const files = []
  registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
  await import(${JSON.stringify(new URL('main.ts', import.meta.url).href)})
  console.log(JSON.stringify(files))
`

test('a server that may not start loads little before it says why', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', loaded], {
    encoding: 'utf8',
  })
  const files: string[] = JSON.parse(output)
  const ours = files.filter((file) => !file.includes('/node_modules/'))
  expect(ours.some((file) => file.endsWith('/store/lead.ts'))).toBe(true)
  // The words and the calls of the contract, and all features: most of a start's processor time.
  expect(
    ours.filter((file) => /contract\/src\/(index|words|wire\/calls)|\/server\.ts$|\/features\//.test(file)),
  ).toEqual([])
})
