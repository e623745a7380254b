import { Side } from '@tradebook/contract'
import { Modal } from 'antd'
import type { TFunction } from 'i18next'
import { type KeyboardEvent, type RefObject, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCustomers } from '../../accounts/customer-select.tsx'
import { useSeesCustomers } from '../../accounts/portal-account.ts'
import { portalScreens } from '../../accounts/portal-screens.ts'
import { liveMarket } from '../../live/live-market.ts'
import { useSecurityIDs } from '../../live/use-live.ts'
import { CUSTOMER, HOME, MARKET_CONTROL } from '../../paths.ts'
import { isInMenu, mayOpen, type ScreenRow, screens } from '../../routes.ts'
import { openCross, useMayCross } from '../../screens/trading/cross/open-cross.ts'
import { tradeFor } from '../../screens/trading/ticket/account.tsx'
import { openTicket, turnTo } from '../../screens/trading/ticket/ticket-store.ts'
import { type Session, useCan, useSession } from '../../session.ts'
import { customerAskedFor, type Offer, type OfferedScreen, offersFor, type PaletteContext } from './offers.ts'
import { hidePalette } from './open-palette.ts'
import style from './palette.module.css'

const ofAccounts: ReadonlySet<string> = new Set(Object.values(portalScreens).map(({ path }) => path))

/** A command that is typed, and what it would do: the person chooses, and is led to where it is done. */
export function Palette({ isOpen }: { readonly isOpen: boolean }) {
  const { t } = useTranslation()
  const command = useRef<HTMLInputElement>(null)
  return (
    <Modal
      open={isOpen}
      title={t('Palette.Title')}
      footer={null}
      width={560}
      onCancel={hidePalette}
      destroyOnHidden
      // What is typed next is the command: it is open at once, and the field has the focus.
      transitionName=""
      maskTransitionName=""
      afterOpenChange={(isShown) => isShown && command.current?.focus()}
    >
      <Commands field={command} />
    </Modal>
  )
}

function Commands({ field }: { readonly field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const run = useRun()
  const offers = offersFor(text, usePaletteContext(text))
  const at = Math.min(marked, offers.length - 1)
  const choose = (offer: Offer | undefined) => {
    if (!offer) return
    hidePalette()
    run(offer)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    event.preventDefault()
    if (step === undefined) choose(offers[at])
    else if (offers.length > 0) setMarked((at + step + offers.length) % offers.length)
  }
  return (
    <>
      <input
        ref={field}
        role="combobox"
        aria-label={t('Palette.Title')}
        aria-expanded={offers.length > 0}
        aria-controls={`${id}-offers`}
        aria-activedescendant={offers.length > 0 ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        className={style.command}
        placeholder={t('Palette.placeholder')}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setMarked(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-offers`} role="listbox" aria-label={t('Palette.Offers')} className={style.offers}>
        {offers.map((offer, index) => (
          <button
            key={keyOf(offer)}
            type="button"
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            tabIndex={-1}
            onMouseMove={() => setMarked(index)}
            onClick={() => choose(offer)}
          >
            {textOf(offer, t)}
          </button>
        ))}
      </div>
      <p className={style.hint} role="status">
        {t(text.trim() !== '' && offers.length === 0 ? 'Palette.None' : 'Palette.Hint')}
      </p>
    </>
  )
}

/** The screens of the menu, and those of a customer for anyone who looks at customers. */
function screensOffered(who: Session, sees: boolean, t: TFunction): OfferedScreen[] {
  const offered = (row: ScreenRow): OfferedScreen[] => {
    const { path, title } = row
    if (path === CUSTOMER) return sees && mayOpen(row, who) ? [{ path, title: t(title), of: 'customer' }] : []
    if (ofAccounts.has(path) && sees && mayOpen(row, who)) return [{ path, title: t(title), of: 'account' }]
    return isInMenu(row, who) ? [{ path, title: t(title) }] : []
  }
  return screens.flatMap(offered)
}

function usePaletteContext(text: string): PaletteContext {
  const { t } = useTranslation()
  const who = useSession()
  const sees = useSeesCustomers()
  const offered = useMemo(() => screensOffered(who, sees, t), [who, sees, t])
  const asked = sees ? customerAskedFor(text, offered) : ''
  const { data } = useCustomers(asked)
  const securityIDs = useSecurityIDs()
  const securities = useMemo(
    () =>
      securityIDs.map((securityID) => ({
        securityID,
        name: liveMarket.store.statistics.latest(securityID)?.securityDesc ?? '',
      })),
    [securityIDs],
  )
  return {
    screens: offered,
    securities,
    customers: asked === '' ? [] : (data?.items.slice(0, MOST_CUSTOMERS) ?? []),
    may: { buy: useCan('BUY'), sell: useCan('SELL'), cross: useMayCross(), halt: useCan('MARKET_CONTROL') },
  }
}

const MOST_CUSTOMERS = 5

/** Leads to where a command is carried out. */
function useRun(): (offer: Offer) => void {
  const navigate = useNavigate()
  const toSecurity = (path: string, securityID: string) =>
    void navigate(`${path}?${new URLSearchParams({ security: securityID })}`, { flushSync: true })
  return (offer) => {
    switch (offer.kind) {
      case 'security':
        return toSecurity(HOME, offer.securityID)
      case 'halt':
        return toSecurity(MARKET_CONTROL, offer.securityID)
      case 'cross':
        toSecurity(HOME, offer.securityID)
        return openCross()
      case 'order': {
        const { side, securityID, quantityText, priceText, customer } = offer
        if (customer) tradeFor(customer.accountNumber)
        // The ticket is the security's from the first moment.
        turnTo(securityID)
        openTicket({ side, quantityText, priceText })
        return toSecurity(HOME, securityID)
      }
      case 'screen': {
        const { screen, customer } = offer
        if (!customer) return void navigate(screen.path)
        const [name, value] =
          screen.of === 'customer' ? ['id', String(customer.id)] : ['account', customer.accountNumber]
        return void navigate(`${screen.path}?${new URLSearchParams([[name, value]])}`)
      }
    }
  }
}

const keyOf = (offer: Offer): string =>
  offer.kind === 'screen'
    ? `${offer.screen.path} ${offer.customer?.id ?? ''}`
    : `${offer.kind} ${offer.securityID} ${offer.kind === 'order' ? (offer.customer?.id ?? '') : ''}`

function textOf(offer: Offer, t: TFunction): string {
  if (offer.kind === 'screen') {
    const { screen, customer } = offer
    return customer
      ? t('Palette.ScreenOf', {
          screen: screen.title,
          customer: `${customer.customerName} · ${customer.accountNumber}`,
        })
      : t('Palette.Screen', { screen: screen.title })
  }
  const { securityID: symbol } = offer
  if (offer.kind !== 'order') return t(`Palette.${offer.kind}`, { symbol })
  const { side, quantityText: quantity, priceText: price, customer } = offer
  const order = [t(side === Side.buy ? 'Trading.Buy' : 'Trading.Sell'), quantity, symbol]
    .filter(Boolean)
    .join(' ')
  const priced = price === '' ? order : t('Palette.OrderAt', { order, price })
  return customer ? t('Palette.OrderFor', { order: priced, customer: customer.customerName }) : priced
}
