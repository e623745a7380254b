import { expect, test, vi } from 'vitest'
import source from './main.tsx?raw'

test('making and checking a schema compiles no code, which the content security policy would report', async () => {
  const compile = vi.fn()
  vi.stubGlobal('Function', compile)
  await import('./schemas-without-eval.ts')
  const { z } = await import('zod')
  const schema = z.object({ name: z.string() })
  expect(schema.safeParse({ name: 'Ada' }).success).toBe(true)
  expect(compile).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})

test('the page loads that setting before anything that makes a schema', () => {
  expect(source.split('\n')[0]).toBe("import './schemas-without-eval.ts'")
})
