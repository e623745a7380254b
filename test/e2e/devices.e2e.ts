import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from './stage.ts'

/** What the page is used with besides a keyboard and a mouse: a printer, and the translator of the browser. */

let stage: Stage

beforeAll(async () => {
  stage = await openStage({ TRADEBOOK_CROWD: 'agents' })
})
afterAll(() => stage.close())

test('a list is printed with all its rows, and every sheet says whose it is, of what and which page', async () => {
  const page = await stage.visitAs('Meridian', 'broker')
  await page.goto(`${stage.server.url}/app/marketData/all-pricelists`)
  const range = await page.getByText(/^1–\d+ of \d+/).textContent()
  const [shown = 0, total = 0] = (range?.match(/\d+/g) ?? []).slice(1).map(Number)
  expect(total).toBeGreaterThan(shown)
  const printed = page.evaluate<number>(
    `new Promise((resolve) => {
      window.print = () => resolve(document.querySelectorAll('table[aria-hidden] tbody tr').length)
    })`,
  )
  await page.keyboard.press('Control+p')
  expect(await printed).toBe(total)
  await page.emulateMedia({ media: 'print' })
  const seen = (selector: string) => page.locator(selector).first().isVisible()
  expect(await seen('table[aria-hidden]')).toBe(true)
  expect(await seen('table:not([aria-hidden])')).toBe(false)
  expect(await seen('nav')).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  const sheets = await page.evaluate<string>(
    `dispatchEvent(new Event('beforeprint')),
    document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText).join(' ')`,
  )
  for (const text of ['Meridian', 'counter(pages)', 'Printed']) expect(sheets).toContain(text)
  await page.close()
})

/** Translates every text of a page, and whatever comes, as the translator of a browser does. */
const translatePage = `{
  const put = (text) => {
    const parent = text.parentElement
    if (!parent || text.data.trim() === '' || parent.closest('font, script, style, [translate=no]')) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild.append(text.data + '\\u2060')
    text.replaceWith(font)
  }
  const within = (root) => {
    const texts = root instanceof Text ? [root] : []
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) texts.push(walk.currentNode)
    for (const text of texts) put(text)
  }
  within(document.body)
  new MutationObserver((records) => {
    for (const { addedNodes, target, type } of records)
      if (type === 'characterData') put(target)
      else for (const node of addedNodes) if (node.isConnected) within(node)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}`

test('a translated page keeps working: its figures move, its screens open, and nothing fails', async () => {
  const page = await stage.visitAs('Meridian', 'broker')
  await page.goto(`${stage.server.url}/app/trading`)
  await page.getByRole('grid').or(page.getByRole('table')).first().waitFor()
  await page.evaluate(translatePage)
  const clock = page.locator('header time').first()
  const tape = () => page.locator('main, #screen').first().innerText()
  const [before, time] = [await tape(), await clock.innerText()]
  await expect.poll(tape, { timeout: 30_000 }).not.toBe(before)
  await expect.poll(() => clock.innerText(), { timeout: 30_000 }).not.toBe(time)
  for (const path of ['back-office/customers', 'marketData/all-pricelists', 'trading']) {
    await page.evaluate(`history.pushState({}, '', '/app/${path}'), dispatchEvent(new Event('popstate'))`)
    await expect.poll(() => page.locator('#screen').innerText(), { timeout: 30_000 }).not.toBe('')
  }
  expect(stage.mishaps).toEqual([])
  await page.close()
})
