import { afterEach } from 'vitest'
import { openPages } from './stage.ts'

// The report of a failed test does not say why an element is missing: what the pages show does.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages())
    console.error(`${page.url()} shows:\n${await page.locator('body').innerText({ timeout: 5_000 })}\n`)
})
