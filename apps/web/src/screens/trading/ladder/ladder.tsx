import { AimOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { isPending, nairaToPrice, type PriceKobo, Side, toNaira } from '@tradebook/contract'
import { Button, Input } from 'antd'
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type RefCallback,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useBook } from '../../../live/use-live.ts'
import { readQuantity } from '../../../orders/typed-figures.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { quantity, price as written } from '../../../ui/format.ts'
import { rovingRows } from '../../../ui/roving-rows.ts'
import { useHandler } from '../../../ui/use-handler.ts'
import { Choice } from '../choice.tsx'
import { actionOf } from '../keymap.ts'
import { CancelOrders } from '../orders/cancel-orders.tsx'
import { statusTexts } from '../orders/order-texts.ts'
import { Panel } from '../panel.tsx'
import { arrange, useArrangement } from '../preferences.ts'
import { onPress } from '../press.ts'
import { useLastPrice } from '../security-facts.ts'
import { useRowHeight } from '../use-row-height.ts'
import { type GroupSize, groupSizes } from './group-sizes.ts'
import style from './ladder.module.css'
import { centredOn, centreOf, type Frame, type LadderRow, ladderRows, moved } from './ladder-rows.ts'
import { onDrag } from './on-drag.ts'
import { useFittingRows } from './use-fitting-rows.ts'
import { chipText, useLadder } from './use-ladder.ts'
import { useTradesOfDay } from './use-trades-of-day.ts'

/** Sizes that a dealer reaches for. */
const presets = ['100', '1k', '10k', '100k'] as const

/** The prices of a security one above the other: bids, offers, own orders and what was traded at each; orders are placed, moved and cancelled at a price. */
export function Ladder({ securityID }: { securityID: string }) {
  const { t } = useTranslation()
  const ladder = useLadder(securityID)
  const { rules, armed } = ladder
  const { isArmed } = armed
  return (
    <Panel region="ladder" title={t('Trading.Ladder')} tools={<LadderTools />}>
      <div className={style.ladder} data-armed={isArmed || undefined}>
        <ArmedBar ladder={ladder} />
        {ladder.asked && <CancelOrders orders={[ladder.asked]} onClose={ladder.leaveAsked} />}
        {rules ? (
          <Steps key={securityID} securityID={securityID} ladder={ladder} rules={rules} />
        ) : (
          <EmptyState title={t('Trading.Ladder.NoRules')} details={t('Trading.Ladder.NoRules.details')} />
        )}
        <p className={style.said} data-problem={ladder.said?.isProblem || undefined} role="status">
          {ladder.said?.text ??
            (ladder.picked
              ? t('Trading.Ladder.Picked', { order: chipText(ladder.picked, ladder.account, quantity, t) })
              : isArmed
                ? t('Trading.Ladder.Hint.armed')
                : (ladder.whyNotArmed ?? t('Trading.Ladder.Hint')))}
        </p>
      </div>
    </Panel>
  )
}

type LadderWork = ReturnType<typeof useLadder>

/** How many ticks a row holds, and whether the rows follow the market. */
function LadderTools() {
  const { t } = useTranslation()
  const ladder = useArrangement((arrangement) => arrangement.ladder)
  return (
    <div className={style.tools}>
      <Choice
        label={t('Trading.Ladder.Group')}
        value={String(ladder.group)}
        onChange={(group) => arrange({ ladder: { ...ladder, group: Number(group) as GroupSize } })}
        options={groupSizes.map((size) => ({
          value: String(size),
          label: String(size),
          title: t('Trading.Ladder.Ticks', { number: size }),
        }))}
      />
      <Choice
        label={t('Trading.Ladder.Rows')}
        value={ladder.follows ? 'follows' : 'fixed'}
        onChange={(mode) => arrange({ ladder: { ...ladder, follows: mode === 'follows' } })}
        options={[
          { value: 'follows', label: t('Trading.Ladder.Centred') },
          { value: 'fixed', label: t('Trading.Ladder.Fixed') },
        ]}
      />
    </div>
  )
}

/** The size of an order, and whether one click sends it: what it says is never seen only as a colour. */
function ArmedBar({ ladder }: { ladder: LadderWork }) {
  const { t } = useTranslation()
  const chosen = useArrangement((arrangement) => arrangement.ladder)
  const choose = (size: string) => arrange({ ladder: { ...chosen, size } })
  const { isArmed, arm, disarm } = ladder.armed
  const isWrong = readQuantity(chosen.size).value === undefined
  return (
    <div className={style.bar}>
      <Input
        size="small"
        inputMode="decimal"
        autoComplete="off"
        className={style.size}
        aria-label={t('Trading.Ladder.Size')}
        aria-invalid={isWrong}
        status={isWrong ? 'error' : ''}
        value={chosen.size}
        onChange={({ target }) => choose(target.value)}
      />
      <div className={style.presets}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={chosen.size === preset}
            onClick={() => choose(preset)}
          >
            {preset}
          </button>
        ))}
      </div>
      <Button
        size="small"
        danger={isArmed}
        type={isArmed ? 'primary' : 'default'}
        aria-pressed={isArmed}
        disabled={!ladder.canArm || isWrong}
        title={ladder.whyNotArmed ?? t('Trading.Ladder.Arm.details')}
        onClick={isArmed ? disarm : arm}
      >
        {t(isArmed ? 'Trading.Ladder.Armed' : 'Trading.Ladder.Arm')}
      </Button>
    </div>
  )
}

interface StepsProps {
  readonly securityID: string
  readonly ladder: LadderWork
  readonly rules: NonNullable<LadderWork['rules']>
}

/** The rows, and what moves them. */
function Steps({ securityID, ladder, rules }: StepsProps) {
  const { t } = useTranslation()
  const { place, pick, move, cancel, picked, orders } = ladder
  const { group, follows } = useArrangement((arrangement) => arrangement.ladder)
  const { bids, offers, right } = useBook()
  const trades = useTradesOfDay(securityID)
  const last = useLastPrice(securityID)
  const rowHeight = useRowHeight()
  const [scroller, count] = useFittingRows(rowHeight)
  const [isInUse, watchUse] = useIsInUse()
  const step = rules.tick * group
  const middle = centreOf(best(bids), best(offers), last)
  const centre = middle ?? rules.low
  const [kept, setKept] = useState<Frame>()
  const fits = kept?.step === step && kept.count === count
  const frame = fits ? kept : centredOn(kept ? middleOf(kept) : centre, count, step, rules)
  const centred = centredOn(centre, count, step, rules)
  // Rows that a hand is over stay where they are.
  const isFollowing = follows && !isInUse
  const shown = isFollowing ? centred : frame
  useEffect(() => {
    const isSame = shown.top === kept?.top && shown.step === kept.step && shown.count === kept.count
    // Before there is a price, the place is not one to stay at.
    if (!isSame && middle !== undefined) setKept(shown)
  }, [shown, kept, middle])
  /** Pixels that a wheel was turned since the last row. */
  const turned = useRef(0)
  const scroll = useHandler((rows: number) => setKept(moved(shown, rows, rules)))
  const recentre = useHandler(() => setKept(centred))

  const press = useHandler(({ row, side, id, does }: Pressed) => {
    if (does === 'cancel' && id) return cancel(id)
    if (picked && row !== undefined && id !== picked.id) return move(picked.id, row)
    if (id) return pick(id)
    if (side !== undefined && row !== undefined) place(side, row)
  })
  const table = useCallback<RefCallback<HTMLTableElement>>(
    (element) => {
      if (!element) return
      const ends = [
        rovingRows(element),
        onPress(element, pressedAt, press),
        onDrag(element, heldAt, rowAt, move),
      ]
      return () => {
        for (const end of ends) end?.()
      }
    },
    [press, move],
  )
  const rows = ladderRows({ bids, offers, orders, trades, last }, shown, rules)

  /** Single keys work while the focus is in a row, and nowhere else (WCAG 2.1.4). */
  const onKeyDown = (event: KeyboardEvent) => {
    // A browser clicks for as long as Enter is held down.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) return event.preventDefault()
    const action = actionOf('ladder', event)
    const row = event.target instanceof Element ? rowAt(event.target) : undefined
    if (action === undefined) return
    if (action === 'disarm' && !ladder.armed.isArmed) return
    const own = rows.find(({ price }) => price === row)
    const ofRow = own ? [...own.buys, ...own.sells].map(({ order }) => order) : []
    const first = ofRow.find(({ account }) => account === ladder.account) ?? ofRow[0]
    const works: Readonly<Record<typeof action, () => unknown>> = {
      arm: () => (ladder.armed.isArmed ? ladder.armed.disarm() : ladder.canArm && ladder.armed.arm()),
      disarm: ladder.leave,
      buy: () => row !== undefined && place(Side.buy, row),
      sell: () => row !== undefined && place(Side.sell, row),
      cancel: () => first && cancel(first.id),
      move: () =>
        picked && row !== undefined && picked.id !== first?.id
          ? move(picked.id, row)
          : first && pick(first.id),
      up: () => scroll(PAGE),
      down: () => scroll(-PAGE),
      centre: recentre,
    }
    event.preventDefault()
    event.stopPropagation()
    // A key held down sends nothing twice, and means nothing else either.
    if (!event.repeat || action === 'up' || action === 'down') works[action]()
  }

  const most = rows.reduce((largest, row) => Math.max(largest, row.bid, row.offer), 1)
  const mostTraded = rows.reduce((largest, { volume }) => Math.max(largest, volume), 1)
  return (
    <div ref={watchUse} className={style.body} onKeyDownCapture={onKeyDown} data-stale={!right || undefined}>
      <div
        ref={scroller}
        className={style.rows}
        onWheel={({ deltaY }) => {
          turned.current += deltaY
          const turns = Math.trunc(turned.current / rowHeight)
          turned.current -= turns * rowHeight
          if (turns !== 0) scroll(-turns)
        }}
        data-figures
      >
        <table ref={table} className={style.table} aria-label={t('Trading.Ladder')}>
          <thead>
            <tr>
              {columns.map(({ key, title, details }) => (
                <th key={key} scope="col" data-column={key} title={details && t(details)}>
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row
                key={row.price}
                row={row}
                size={ladder.size}
                account={ladder.account}
                picked={picked?.id}
                most={most}
                mostTraded={mostTraded}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className={style.scroll}>
        <Button
          size="small"
          type="text"
          icon={<UpOutlined />}
          aria-label={t('Trading.Ladder.Up')}
          onClick={() => scroll(PAGE)}
        />
        <Button
          size="small"
          type="text"
          icon={<AimOutlined />}
          aria-label={t('Trading.Ladder.Centre')}
          title={t('Trading.Ladder.Centre')}
          onClick={recentre}
        />
        <Button
          size="small"
          type="text"
          icon={<DownOutlined />}
          aria-label={t('Trading.Ladder.Down')}
          onClick={() => scroll(-PAGE)}
        />
      </div>
    </div>
  )
}

/** Rows that a Page key goes. */
const PAGE = 10

const columns = [
  { key: 'buys', title: 'Trading.Ladder.Own', details: 'Trading.Ladder.Own.details' },
  { key: 'bid', title: 'Trading.Book.Bid', details: 'Trading.Ladder.Bid.details' },
  { key: 'price', title: 'Trading.Column.price', details: undefined },
  { key: 'offer', title: 'Trading.Book.Offer', details: 'Trading.Ladder.Offer.details' },
  { key: 'sells', title: 'Trading.Ladder.Own', details: 'Trading.Ladder.Own.details' },
  { key: 'volume', title: 'Trading.Column.tradeVolume', details: 'Trading.Ladder.Volume.details' },
] as const

const best = ([entry]: readonly { readonly mdEntryPx: number }[]): PriceKobo | undefined =>
  entry && nairaToPrice(entry.mdEntryPx)

const middleOf = ({ top, count, step }: Frame): PriceKobo => (top - Math.floor(count / 2) * step) as PriceKobo

interface Pressed {
  readonly row: PriceKobo | undefined
  readonly side: Side | undefined
  /** The order of the person or the firm, and what is asked of it. */
  readonly id: string | undefined
  readonly does: string | undefined
}

const rowAt = (target: Element): PriceKobo | undefined => {
  const price = target.closest<HTMLElement>('[data-price]')?.dataset.price
  return price === undefined ? undefined : (Number(price) as PriceKobo)
}
const heldAt = (target: Element): string | undefined => target.closest<HTMLElement>('[data-own]')?.dataset.own

function pressedAt(target: Element): Pressed | undefined {
  const button = target.closest<HTMLButtonElement>('button')
  if (!button || button.disabled) return undefined
  const { own, does, side } = button.dataset
  return { row: rowAt(button), side: side as Side | undefined, id: own, does }
}

/** Whether a pointer or the focus is in an element. */
function useIsInUse(): readonly [boolean, RefCallback<HTMLElement>] {
  const [isInUse, setInUse] = useState(false)
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const listening = new AbortController()
    const look = () => setInUse(element.matches(':hover, :focus-within'))
    for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout'])
      element.addEventListener(type, () => queueMicrotask(look), listening)
    return () => listening.abort()
  }, [])
  return [isInUse, watch]
}

interface RowProps {
  readonly row: LadderRow
  readonly size: string
  /** The account that orders are placed and moved for. */
  readonly account: string | undefined
  readonly picked: string | undefined
  /** The largest quantity in sight, and the largest volume: bars are drawn against them. */
  readonly most: number
  readonly mostTraded: number
}

const share = (value: number, most: number) =>
  ({ '--share': `${Math.round((100 * value) / most)}%` }) as CSSProperties

const Row = memo(
  function Row({ row, size, account, picked, most, mostTraded }: RowProps) {
    const { t } = useTranslation()
    const price = written(toNaira(row.price))
    const cell = (side: Side, shares: number) => (
      <td data-column={side === Side.buy ? 'bid' : 'offer'} style={share(shares, most)}>
        <button
          type="button"
          data-side={side}
          disabled={!row.isPossible}
          aria-label={t(side === Side.buy ? 'Trading.Ladder.Buy' : 'Trading.Ladder.Sell', {
            size,
            price,
            quantity: quantity(shares),
          })}
        >
          {shares > 0 ? quantity(shares) : ''}
        </button>
      </td>
    )
    const own = (orders: LadderRow['buys'], column: string) => (
      <td data-column={column}>
        {orders.map(({ order, ahead }) => {
          const { ordStatus } = order
          const isWaiting = isPending(ordStatus)
          const chip = chipText(order, account, quantity, t)
          const text = isWaiting ? `${chip} · ${t(statusTexts[ordStatus])}` : chip
          const isOther = order.account !== account
          const named = isOther ? text : `${text} · ${order.customerName}`
          return (
            <span
              key={order.id}
              className={style.own}
              data-side={order.side}
              data-pending={isWaiting || undefined}
            >
              <button
                type="button"
                data-own={order.id}
                aria-pressed={order.id === picked}
                aria-disabled={isOther}
                aria-label={text}
                title={
                  ahead === undefined
                    ? named
                    : `${named} · ${t('Trading.Ladder.Ahead', { quantity: quantity(ahead) })}`
                }
              >
                {quantity(order.leavesQty)}
                {isOther && <small>{order.customerName}</small>}
                {ahead !== undefined && (
                  <small>{t('Trading.Ladder.AheadShort', { quantity: quantity(ahead) })}</small>
                )}
              </button>
              <button
                type="button"
                data-own={order.id}
                data-does="cancel"
                aria-label={t('Trading.Ladder.CancelOne', { order: text })}
              >
                ×
              </button>
            </span>
          )
        })}
      </td>
    )
    return (
      <tr data-price={row.price} data-last={row.isLast || undefined} data-possible={row.isPossible}>
        {own(row.buys, 'buys')}
        {cell(Side.buy, row.bid)}
        <th scope="row" data-column="price">
          {price}
        </th>
        {cell(Side.sell, row.offer)}
        {own(row.sells, 'sells')}
        <td data-column="volume" style={share(row.volume, mostTraded)}>
          {row.volume > 0 ? quantity(row.volume) : ''}
        </td>
      </tr>
    )
  },
  (before, after) =>
    before.size === after.size &&
    before.account === after.account &&
    before.picked === after.picked &&
    before.most === after.most &&
    before.mostTraded === after.mostTraded &&
    JSON.stringify(facts(before.row)) === JSON.stringify(facts(after.row)),
)

/** What a row shows. */
const facts = ({ buys, sells, ...row }: LadderRow) => [
  row,
  [...buys, ...sells].map(({ order: { id, leavesQty, ordStatus, version }, ahead }) => [
    ...[id, leavesQty, ordStatus, version, ahead],
  ]),
]
