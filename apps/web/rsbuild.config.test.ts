import { expect, test } from 'vitest'
import config from './rsbuild.config.ts'

test('chunks lie under static/js and static/css and may take two minutes', () => {
  expect(config).toMatchObject({
    output: {
      distPath: { js: 'static/js', jsAsync: 'static/js', css: 'static/css', cssAsync: 'static/css' },
    },
    tools: { rspack: { output: { chunkLoadTimeout: 120_000 } } },
  })
})
