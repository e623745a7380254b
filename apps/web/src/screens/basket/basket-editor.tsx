import { DownloadOutlined, UploadOutlined } from '@ant-design/icons'
import {
  type Basket,
  type BasketPreview,
  clOrdIDOfLine,
  fileFormats,
  LONGEST_BASKET_CELL,
  MOST_BASKET_LINES,
} from '@tradebook/contract'
import { Alert, Button, Checkbox, Dropdown, Input, Popconfirm } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { ChangeButton } from '../../administration/change-button.tsx'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/client.ts'
import { saveFile } from '../../api/save-file.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { liveMarket } from '../../live/live-market.ts'
import { useKnownOrders } from '../../live/use-live.ts'
import { BASKETS } from '../../paths.ts'
import { useCan } from '../../session.ts'
import { FileChoice } from '../../ui/file-choice.tsx'
import { Page, Section } from '../../ui/page.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { useHandler } from '../../ui/use-handler.ts'
import { wordsOf } from '../../ui/worded.ts'
import { AccountTotals } from './account-totals.tsx'
import styles from './basket-editor.module.css'
import { BasketGrid } from './basket-grid.tsx'
import {
  filledLines,
  type GridLine,
  gridOf,
  inWordsOf,
  isSettled,
  type Notice,
  roomIn,
  savedLine,
  unsent,
  withAdded,
  withCell,
  withKnown,
  withOrders,
  without,
  withPasted,
} from './basket-lines.ts'
import { importedLines } from './imported-lines.ts'
import { type BasketOrder, readLine } from './read-line.ts'
import { forgetSentLines, keepSentLines, keptSentLines } from './sent-lines.ts'
import { rowsOfFile } from './sheet-file.ts'
import { rowsOfText } from './sheet-text.ts'

interface BasketEditorProps {
  /** The saved basket; absent for a new one. */
  readonly basket?: Basket
  /** A basket of the user's own was created: a new one, or a copy of another person's. */
  readonly onCreated: (id: number) => void
}

/** Orders that are sent together. Sent again, the same ones have the same ids. */
interface Sending {
  readonly sendID: string
  readonly orders: readonly BasketOrder[]
  /** The lines of the orders. */
  readonly keys: readonly number[]
}

/** Prepares orders in a grid, checks them together, and sends them. */
export function BasketEditor({ basket, onCreated }: BasketEditorProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const nameID = useId()
  const mayShare = useCan('TRADE_ALL_ACCOUNTS')
  const [own, setOwn] = useState(() =>
    basket?.isOwn ? { id: basket.id, version: basket.version } : undefined,
  )
  /** The version whose lines are shown, of another person's basket. */
  const [version, setVersion] = useState(basket?.version)
  const [name, setName] = useState(basket?.name ?? '')
  const [isShared, setShared] = useState(basket?.isOwn === true && basket.isShared === 'yes')
  const [lines, setLines] = useState<readonly GridLine[]>(() => gridOf(basket?.lines ?? keptSentLines()))
  const orders = useKnownOrders()
  // What became of each line is seen as it happens, also of lines that others sent.
  useEffect(() => {
    if (orders) setLines((now) => withOrders(now, orders))
  }, [orders])
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const [accounts, setAccounts] = useState<BasketPreview['accounts']>([])
  const [sending, setSending] = useState<Sending>()
  const [isUnsaved, setUnsaved] = useState(false)
  const save = useSend('Basket/Save', { makesStale: ['Basket/GetAll'] })
  const check = useSend('Basket/Preview')
  const stop = useSend('Basket/Stop')
  const send = useSend('Basket/Send', { makesStale: ['Basket/GetAll', 'Order/getStockOrders'] })

  const change = (next: (lines: readonly GridLine[]) => readonly GridLine[]) => {
    setUnsaved(true)
    setNotices([])
    setAccounts([])
    check.reset()
    setLines(next)
  }
  const onCell = useHandler((key: number, column: Parameters<typeof withCell>[2], text: string) =>
    change((now) => withCell(now, key, column, text)),
  )
  const onRemove = useHandler((key: number) => change((now) => without(now, key)))
  const onPaste = useHandler((key: number, from: Parameters<typeof withCell>[2], text: string) => {
    const place = lines.findIndex((line) => line.key === key)
    const imported = importedLines(rowsOfText(text), t, { room: MOST_BASKET_LINES - place, from })
    if (imported.tooMany === undefined)
      change((now) => withPasted(now, key, imported.lines, imported.columns))
    setNotices(noticesOf(imported))
  })
  const importFile = async (file: File) => {
    const rows = await rowsOfFile(file)
    if (rows === undefined)
      return setNotices([{ text: 'Basket.File.unreadable', values: { file: file.name } }])
    const imported = importedLines(rows, t, { room: roomIn(lines) })
    if (imported.tooMany === undefined) change((now) => withAdded(now, imported.lines))
    setNotices(noticesOf(imported))
  }

  const filled = filledLines(lines)
  const open = filled.filter((line) => !isSettled(line))
  /** Until the orders are known, a line that was sent may have one. */
  const isLooking = orders === undefined && open.some(({ sentAs }) => sentAs !== undefined)
  const isOthers = basket !== undefined && !own
  const read = open.map((line) => ({ key: line.key, ...readLine(line.cells, t) }))
  const readable = read.flatMap(({ key, order }) => (order ? [{ key, order }] : []))
  const ready = readable.filter(
    ({ key }) => lines.find((line) => line.key === key)?.checked?.reasons.length === 0,
  )
  const isSending = isPending(send.state)
  const isBusy = isSending || isPending(check.state) || isPending(save.state) || isLooking

  const checkAll = async () => {
    const outcome = await check.send({ orders: readable.map(({ order }) => order) })
    if (outcome?.status !== 'done') return
    const { lines: looked, accounts: totals } = outcome.output
    const known = readable.map(({ key }, index) => {
      const { preview, warnings } = looked[index]!
      const reasons = warnings.map(({ message, details }) => inWordsOf(message, details))
      return [key, { checked: { reserves: preview?.holdAmount ?? null, reasons } }] as const
    })
    setLines((now) => withKnown(now, new Map(known)))
    setAccounts(totals)
  }
  const sendAll = async (asked: Sending) => {
    const isRepeat = sending === asked
    const saved = isUnsaved && own && !isRepeat ? await saveBasket() : { id: basket?.id, ...own }
    if (!saved) return
    setSending(asked)
    const { sendID, orders: wanted, keys } = asked
    const { id: basketID, version: sentVersion = version } = { version: undefined, ...saved }
    const asSent = wanted.map((order, index) => ({
      ...order,
      ...(basketID !== undefined && { line: filled.findIndex(({ key }) => key === keys[index]) + 1 }),
    }))
    const known = new Map(keys.map((key, index) => [key, { sentAs: clOrdIDOfLine(sendID, index + 1) }]))
    const sent = withKnown(lines, new Map([...known].filter(([key]) => !sentBefore(lines, key))))
    setLines(sent)
    if (basketID === undefined) keepSentLines(filledLines(sent).map(savedLine))
    const outcome = await send.send({
      ...{ sendID, orders: asSent },
      ...(basketID !== undefined && { basketID }),
      ...(basketID !== undefined && sentVersion !== undefined && { version: sentVersion }),
    })
    if (outcome?.status !== 'done') {
      // If the request was refused as a whole, no order was sent. After a repeat, orders of the first request may
      // exist.
      if (outcome?.failure.standing === 'refused' && !isRepeat) {
        setSending(undefined)
        setLines(lines)
        forgetSentLines()
      }
      return
    }
    const { lines: answered, version: claimed } = outcome.output
    if (claimed !== null) {
      setVersion(claimed)
      setOwn((now) => now && { ...now, version: claimed })
    }
    const answers = keys.map((key, index) => {
      const line = answered[index]!
      return [key, { outcome: line, sentAs: line.outcome === 'refused' ? undefined : line.clOrdID }] as const
    })
    // Orders may have traded since they were answered.
    setLines((now) => withOrders(withKnown(now, new Map(answers)), liveMarket.store.orders.items.get()))
    setAccounts([])
    const isWhole = answered.every(({ outcome: of }) => of === 'accepted' || of === 'refused')
    setSending(isWhole ? undefined : asked)
  }
  const saveBasket = async () => {
    const outcome = await save.send({ ...own, name, isShared, lines: filled.map(savedLine) })
    if (outcome?.status !== 'done') return undefined
    const { id, version: saved } = outcome.output
    setUnsaved(false)
    setOwn({ id, version: saved })
    forgetSentLines()
    if (own === undefined) onCreated(id)
    return { id, version: saved }
  }

  const faulty = read.length - readable.length
  const isKnown = (key: number) => {
    const outcome = lines.find((line) => line.key === key)?.outcome
    return outcome !== undefined && (outcome.order !== null || outcome.outcome === 'refused')
  }
  /** Once each of its orders is known, there is nothing to send again. */
  const unfinished = sending && (isSending || !sending.keys.every(isKnown)) ? sending : undefined
  const left = unfinished && !isSending ? open.length : 0
  const isAllSent = filled.length > 0 && open.length === 0 && !unfinished
  return (
    <Page
      title={basket || own ? name || t('Basket.Title') : t('Basket.New')}
      about={t('Basket.Editor.About', { most: MOST_BASKET_LINES })}
      isWide
      tools={<Button onClick={() => navigate(BASKETS)}>{t('Basket.Back')}</Button>}
    >
      <UnsavedGuard hasUnsaved={() => isUnsaved || unfinished !== undefined} />
      <Section>
        <div className={styles.bar}>
          <label htmlFor={nameID}>{t('Basket.Name')}</label>
          <Input
            id={nameID}
            value={name}
            maxLength={64}
            onChange={({ target }) => {
              setUnsaved(true)
              setName(target.value)
            }}
          />
          {mayShare && (
            <Checkbox
              checked={isShared}
              onChange={({ target }) => {
                setUnsaved(true)
                setShared(target.checked)
              }}
            >
              {t('Basket.Share')}
            </Checkbox>
          )}
          <Button
            loading={isPending(save.state)}
            disabled={name.trim() === ''}
            onClick={() => void saveBasket()}
          >
            {t(basket && !basket.isOwn && !own ? 'Basket.SaveCopy' : 'Basket.Save')}
          </Button>
          {own && (
            <ChangeButton
              change="Basket/Delete"
              input={{ id: own.id }}
              label={t('Basket.Delete')}
              confirm={{ title: t('Basket.DeleteAsk', { name }), details: t('Basket.DeleteAsk.details') }}
              makesStale={['Basket/GetAll']}
              onDone={() => {
                setUnsaved(false)
                void navigate(BASKETS)
              }}
            />
          )}
          <span className={styles.files}>
            <FileChoice
              label={t('Basket.Import')}
              icon={<UploadOutlined />}
              accept=".csv,.txt,.tsv,.xlsx"
              isBusy={isBusy || unfinished !== undefined}
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file) void importFile(file)
                target.value = ''
              }}
            />
            <Export id={own?.id ?? basket?.id} />
          </span>
        </div>
        <SendFailure state={save.state} />
        {notices.map((notice) => (
          <Alert key={notice.text} type="warning" role="alert" title={wordsOf(notice, t)} />
        ))}
        <BasketGrid
          lines={lines}
          isLocked={unfinished !== undefined}
          areOrdersKnown={orders !== undefined}
          onCell={onCell}
          onPaste={onPaste}
          onRemove={onRemove}
        />
        <div className={styles.bar} data-place="end">
          <p role="status">
            {t('Basket.Count', { lines: filled.length })}
            {faulty > 0 && ` · ${t('Basket.Faulty', { lines: faulty })}`}
            {send.state.status === 'slow' && ` · ${t('Basket.Slow')}`}
            {left > 0 && ` · ${t('Basket.Left')}`}
            {isOthers && isUnsaved && ` · ${t('Basket.SaveFirst')}`}
          </p>
          <Button
            loading={isPending(check.state)}
            disabled={readable.length === 0 || isBusy || unfinished !== undefined}
            onClick={() => void checkAll()}
          >
            {t('Basket.Check')}
          </Button>
          {unfinished && isSending && (
            <Button
              danger
              loading={isPending(stop.state)}
              onClick={() => void stop.send({ sendID: unfinished.sendID })}
            >
              {t('Basket.Stop')}
            </Button>
          )}
          {isAllSent && !isOthers && (
            <Popconfirm
              title={t('Basket.Again.ask')}
              description={t('Basket.Again.details')}
              onConfirm={() => {
                forgetSentLines()
                change(unsent)
              }}
            >
              <Button>{t('Basket.Again')}</Button>
            </Popconfirm>
          )}
          {unfinished ? (
            <Button type="primary" loading={isSending} onClick={() => void sendAll(unfinished)}>
              {t('Basket.SendAgain')}
            </Button>
          ) : (
            <Button
              type="primary"
              disabled={ready.length === 0 || isBusy || (isOthers && isUnsaved)}
              onClick={() =>
                void sendAll({
                  sendID: crypto.randomUUID(),
                  orders: ready.map(({ order }) => order),
                  keys: ready.map(({ key }) => key),
                })
              }
            >
              {t('Basket.SendOrders', { count: ready.length })}
            </Button>
          )}
        </div>
        <SendFailure state={check.state} />
        <SendFailure state={stop.state} />
        <SendFailure state={send.state} />
      </Section>
      {accounts.length > 0 && <AccountTotals accounts={accounts} />}
    </Page>
  )
}

const sentBefore = (lines: readonly GridLine[], key: number): boolean =>
  lines.find((line) => line.key === key)?.sentAs !== undefined

/** What could not be used of a sheet; empty if all of it was. */
function noticesOf({ unused, cut, tooMany }: ReturnType<typeof importedLines>): readonly Notice[] {
  if (tooMany !== undefined)
    return [{ text: 'Basket.TooMany', values: { lines: tooMany, most: MOST_BASKET_LINES } }]
  const notices: Notice[] = []
  if (unused.length > 0) notices.push({ text: 'Basket.Unused', values: { columns: unused.join(', ') } })
  if (cut > 0) notices.push({ text: 'Basket.Cut', values: { cells: cut, most: LONGEST_BASKET_CELL } })
  return notices
}

/** Saves the lines of a saved basket as a file. */
function Export({ id }: { readonly id: number | undefined }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const save = async (format: (typeof fileFormats)[number]) => {
    if (id === undefined) return
    setBusy(true)
    try {
      saveFile(await download('Basket/DownloadLines', { id, format }))
    } catch (error) {
      // The notice of the failed call shows the refusal.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      disabled={id === undefined}
      menu={{
        items: fileFormats.map((key) => ({ key, label: t(`Table.Download.${key}`) })),
        onClick: ({ key }) => void save(key as (typeof fileFormats)[number]),
      }}
    >
      <Button
        icon={<DownloadOutlined />}
        loading={isBusy}
        title={id === undefined ? t('Basket.Export.first') : undefined}
      >
        {t('Basket.Export')}
      </Button>
    </Dropdown>
  )
}
