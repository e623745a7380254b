import type { Locator, Page } from 'playwright-core'
import type { Firm } from '../person.ts'
import type { Stage } from './stage.ts'

/** What the ticket shows an account can do. */
export interface Funds {
  readonly spendable: string
  readonly owned: string
}

/** The trading screen as a person uses it: by roles and names. */
export class TradingPage {
  readonly page: Page
  readonly ticket: Locator
  readonly bids: Locator
  readonly offers: Locator
  readonly trades: Locator
  readonly orders: Locator

  constructor(page: Page) {
    this.page = page
    this.ticket = page.getByRole('form', { name: 'Order ticket' })
    this.bids = page.getByRole('table', { name: 'Bids' }).getByRole('row')
    this.offers = page.getByRole('table', { name: 'Offers' }).getByRole('row')
    this.trades = page.getByRole('table', { name: 'Trades' }).getByRole('row')
    this.orders = page.getByRole('table', { name: 'Orders' }).getByRole('row')
  }

  /** Somebody who is signed in is before one security, live. */
  static async open(stage: Stage, firm: Firm | '', userName: string, security: string): Promise<TradingPage> {
    const page = await stage.visitAs(firm, userName)
    await page.goto(`/app/trading?security=${security}`)
    await page.getByRole('heading', { name: security, exact: true }).waitFor()
    await page.getByText('Live', { exact: true }).waitFor()
    // What is here is gone after a reload.
    await page.evaluate(() => Object.assign(globalThis, { neverReloaded: true }))
    return new TradingPage(page)
  }

  /** Fills the ticket; the send button names what it will do. */
  async fill(side: 'Buy' | 'Sell', quantity: string, price: string): Promise<void> {
    await this.ticket.getByRole('radio', { name: side }).check({ force: true })
    await this.ticket.getByRole('textbox', { name: /^Quantity/ }).fill(quantity)
    await this.ticket.getByRole('textbox', { name: /^Price/ }).fill(price)
  }

  /** Presses the button of this text, and confirms. */
  async send(words: string): Promise<void> {
    // For a frame after the answer to the order before, the button names the next one and takes no click yet.
    await this.ticket.locator('.ant-btn-loading').waitFor({ state: 'detached' })
    await this.ticket.getByRole('button', { name: words, exact: true }).click()
    await this.ticket.getByRole('button', { name: `Confirm: ${words}`, exact: true }).click()
  }

  /** The rows of a table below its headings, as a person reads them. */
  async read(rows: Locator): Promise<string[]> {
    const texts = await rows.allInnerTexts()
    return texts.slice(1).map((text) => text.replace(/\s+/g, ' ').trim())
  }

  async funds(security: string): Promise<Funds> {
    const figure = async (name: string) => {
      const term = this.ticket.locator('div', { has: this.page.getByText(name, { exact: true }) }).last()
      return (await term.getByRole('definition').innerText()).trim()
    }
    return { spendable: await figure('Available cash'), owned: await figure(`${security} owned`) }
  }

  neverReloaded(): Promise<boolean> {
    return this.page.evaluate(() => 'neverReloaded' in globalThis)
  }
}
