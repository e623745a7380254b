import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PATIENCE_MS } from './stage.ts'

/**
 * Searches an account in the field “Account” and chooses it. The list changes while its answer arrives, and a click
 * that the change divides chooses nothing: then it is tried again, as a person would.
 */
export async function chooseAccount(
  page: Page,
  within: Page | Locator,
  search: string,
  accountNumber = search,
) {
  const field = within.getByRole('combobox', { name: 'Account', exact: true })
  const chosen = within.locator('.ant-select', {
    has: page.getByRole('combobox', { name: 'Account', exact: true }),
  })
  await expect
    .poll(
      async () => {
        await field.fill(search)
        await page.locator('.ant-select-item-option', { hasText: accountNumber }).first().click()
        return chosen.innerText()
      },
      { timeout: PATIENCE_MS },
    )
    .toContain(accountNumber)
}
