import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('the server’s heap may grow to five times what is in use', () => {
  // V8 has no call that reads a flag; its help says what each is set to, and ends the process.
  const program = `
    import { setFlagsFromString } from 'node:v8'
    const { letHeapGrow } = await import(${JSON.stringify(new URL('./heap-growth.ts', import.meta.url))})
    letHeapGrow()
    setFlagsFromString('--help')`
  const help = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  })
  expect(help).toContain('--heap-growing-percent=400')
})
