import { type NewsItem, type Statistics, toNaira } from '@tradebook/contract'
import type { DailyBar } from './history.ts'
import type { DemoSecurity } from './securities.ts'

/** News before it has an id, a source and a time. */
export type DemoNews = Pick<NewsItem, 'headline' | 'body' | 'urgency' | 'securityIDs'>

/** Urgency(61) of FIX: 0 normal, 1 flash, 2 background. */
const Urgency = { normal: '0', flash: '1', background: '2' } as const

/** What happened to one security between two pictures of it: each event once, the most urgent first. */
const stories: readonly {
  readonly happened: (before: Statistics, after: Statistics) => boolean
  readonly urgency: string
  readonly headline: (after: Statistics) => string
  readonly body: (after: Statistics) => string
}[] = [
  {
    happened: (before, after) => before.lastPx !== after.highLimitPx && after.lastPx === after.highLimitPx,
    urgency: Urgency.flash,
    headline: ({ symbol, highLimitPx }) => `${symbol} trades at its upper limit of ${naira(highLimitPx)}`,
    body: (after) => `${today(after)} The price can rise no further today.`,
  },
  {
    happened: (before, after) => before.lastPx !== after.lowLimitPx && after.lastPx === after.lowLimitPx,
    urgency: Urgency.flash,
    headline: ({ symbol, lowLimitPx }) => `${symbol} trades at its lower limit of ${naira(lowLimitPx)}`,
    body: (after) => `${today(after)} The price can fall no further today.`,
  },
  {
    happened: (before, after) => firstBeyond(before, after, 'high52Px', (price, extreme) => price > extreme),
    urgency: Urgency.normal,
    headline: ({ symbol, highPx }) => `${symbol} at a 52-week high of ${naira(highPx)}`,
    body: (after) => `${today(after)} It has not traded higher in the past 52 weeks.`,
  },
  {
    happened: (before, after) => firstBeyond(before, after, 'low52Px', (price, extreme) => price < extreme),
    urgency: Urgency.normal,
    headline: ({ symbol, lowPx }) => `${symbol} at a 52-week low of ${naira(lowPx)}`,
    body: (after) => `${today(after)} It has not traded lower in the past 52 weeks.`,
  },
  {
    happened: (before, after) =>
      passed(Math.abs(before.changePercent), Math.abs(after.changePercent), BIG_MOVE_PERCENT),
    urgency: Urgency.normal,
    headline: ({ symbol, changePercent }) =>
      `${symbol} ${changePercent > 0 ? 'up' : 'down'} more than ${BIG_MOVE_PERCENT} per cent`,
    body: (after) => today(after),
  },
  ...[10_000_000, 50_000_000, 250_000_000].map((volume) => ({
    happened: (before: Statistics, after: Statistics) =>
      passed(before.tradeVolume, after.tradeVolume, volume),
    urgency: Urgency.background,
    headline: ({ symbol }: Statistics) => `${symbol}: more than ${units(volume)} shares traded today`,
    body: today,
  })),
]

const BIG_MOVE_PERCENT = 5

/**
 * News from the market itself: the most urgent thing that happened to a security between two
 * pictures of it, or nothing. Each thing happens once, when a line is first passed; how many items
 * an hour a reader can bear is the caller's to decide.
 */
export function newsFrom(before: Statistics, after: Statistics): DemoNews | undefined {
  const story = stories.find(({ happened }) => happened(before, after))
  if (!story) return undefined
  return {
    headline: story.headline(after),
    body: story.body(after),
    urgency: story.urgency,
    securityIDs: [after.securityID],
  }
}

const passed = (before: number, after: number, line: number): boolean => before < line && after >= line

/** Today's extreme is past the year's for the first time today. */
function firstBeyond(
  before: Statistics,
  after: Statistics,
  extreme: 'high52Px' | 'low52Px',
  beyond: (price: number, extreme: number) => boolean,
): boolean {
  const today = extreme === 'high52Px' ? 'highPx' : 'lowPx'
  // The year's record may already have been moved along with today's: the one before counts.
  const line = before[extreme]
  const is = after[today]
  const was = before[today]
  return (
    line !== null && is !== null && beyond(is, line) && !(was !== null && beyond(was, line)) && was !== line
  )
}

function today({
  securityDesc,
  lastPx,
  changePercent,
  prevClosePx,
  tradeVolume,
  numberOfTrades,
}: Statistics): string {
  const direction = changePercent > 0 ? 'up' : 'down'
  const change =
    changePercent === 0 ? 'unchanged' : `${direction} ${Math.abs(changePercent).toFixed(2)} per cent`
  return (
    `${securityDesc} last traded at ${naira(lastPx ?? prevClosePx)}, ${change} from the previous close of ` +
    `${naira(prevClosePx)}, with ${units(tradeVolume)} shares in ${units(numberOfTrades)} trades so far.`
  )
}

/** The news a reader finds at first start: the last day's facts and standing notices, newest first. */
export function initialNews(
  listed: readonly { security: DemoSecurity; bars: readonly DailyBar[] }[],
): DemoNews[] {
  return [...lastDayNews(listed), ...notices]
}

function lastDayNews(listed: readonly { security: DemoSecurity; bars: readonly DailyBar[] }[]): DemoNews[] {
  const days = listed.flatMap(({ security: { securityID }, bars }) => {
    const [before, last] = bars.slice(-2)
    if (!before || !last) return []
    const { date, closePx, volume } = last
    return [{ securityID, date, closePx, volume, change: closePx / before.closePx - 1 }]
  })
  const date = days[0]?.date
  if (date === undefined) return []

  const byChange = days.toSorted((a, b) => b.change - a.change)
  const gainers = byChange.filter(({ change }) => change > 0)
  const losers = byChange.filter(({ change }) => change < 0).reverse()
  const byVolume = days.toSorted((a, b) => Number(b.volume - a.volume))
  const volume = days.reduce((sum, day) => sum + day.volume, 0n)
  const unchanged = days.length - gainers.length - losers.length
  const top = <Day>(from: readonly Day[]) => from.slice(0, 5)
  const moved = ({ securityID, closePx, change }: (typeof days)[number]) =>
    `${securityID} ${naira(toNaira(closePx))} (${change > 0 ? '+' : ''}${(change * 100).toFixed(2)}%)`
  const idsOf = (from: typeof days) => from.map(({ securityID }) => securityID)

  return [
    {
      headline: `Closing report of ${date}: ${gainers.length} up, ${losers.length} down, ${unchanged} unchanged`,
      body: `${units(volume)} shares of ${days.length} securities changed hands.`,
      urgency: Urgency.normal,
      securityIDs: [],
    },
    {
      headline: `Top gainers of ${date}`,
      body: `${top(gainers).map(moved).join(', ')}.`,
      urgency: Urgency.normal,
      securityIDs: idsOf(top(gainers)),
    },
    {
      headline: `Top losers of ${date}`,
      body: `${top(losers).map(moved).join(', ')}.`,
      urgency: Urgency.normal,
      securityIDs: idsOf(top(losers)),
    },
    {
      headline: `Most traded on ${date}`,
      body: `${top(byVolume)
        .map(({ securityID, volume }) => `${securityID} ${units(volume)}`)
        .join(', ')} shares.`,
      urgency: Urgency.background,
      securityIDs: idsOf(top(byVolume)),
    },
    {
      headline: `Official closes of ${date}`,
      body: "They are today's reference prices: every limit of the day is measured from them.",
      urgency: Urgency.background,
      securityIDs: [],
    },
  ]
}

/** Standing notices: rules of the market as this system applies them, and of the demo. */
const notices: readonly DemoNews[] = [
  [
    'Welcome to the demonstration market',
    'Prices, news and other traders are simulated. No order reaches a real exchange.',
  ],
  [
    'Daily price limit of 10 per cent',
    'An order must be priced within 10 per cent of the previous official close, rounded into the band to a whole tick.',
  ],
  ['Tick sizes', 'Price steps are 10 kobo in group A, 5 kobo in group B and 1 kobo in group C.'],
  [
    'Published prices',
    'A trade of at least 100,000 shares moves the published price; smaller trades appear as last price only.',
  ],
  [
    'Settlement',
    'Trades settle two business days after the trade date. Public holidays are not business days.',
  ],
  ['Public holidays', 'The market does not open on public holidays proclaimed by the Federal Government.'],
  [
    'Buying power',
    'A buy order is accepted against cash in the account; its cost with estimated charges is held until it trades or ends.',
  ],
  ['Selling', 'Only shares that are in the account and not held for another order can be sold.'],
].map(([headline = '', body = '']) => ({ headline, body, urgency: Urgency.background, securityIDs: [] }))

const naira = (amount: number | null): string =>
  `₦${(amount ?? 0).toLocaleString('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

const units = (count: number | bigint): string => count.toLocaleString('en-NG')
