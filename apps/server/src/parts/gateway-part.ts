import { join } from 'node:path'
import type { RefusalName } from '@tradebook/contract'
import type { Desk } from '../desk/desk.ts'
import { type ClientInput, installation as ownOrigin } from '../desk/inputs.ts'
import type { DeskEvent } from '../desk/publishing/desk-events.ts'
import { ExchangeStates } from '../gateway/exchange-states.ts'
import type { Log } from '../gateway/line.ts'
import { MarketFeed } from '../gateway/market-feed.ts'
import type { ShownTrade } from '../gateway/market-work.ts'
import { MessageLog } from '../gateway/message-log.ts'
import { openMirrored } from '../gateway/mirrored-market.ts'
import { OfferedTrades } from '../gateway/offered-trades.ts'
import { OrderLine } from '../gateway/order-line.ts'
import { capabilitiesOf, exchangeNameOf, type GatewayProfile, sessionSettings } from '../gateway/profile.ts'
import { SessionRecord } from '../gateway/session-record.ts'
import { HOST } from '../store/host.ts'
import type { Leadership } from '../store/lead.ts'
import type { VenueLine } from '../venue/commands.ts'
import type { OpenVenue } from '../venue/venue.ts'
import type { Installation } from './installation.ts'

/** Refusals of a halt that leave nothing to do: it is so already, or concerns no security that is listed here. */
const DONE: ReadonlySet<RefusalName> = new Set(['alreadyHalted', 'notHalted', 'unknownSecurity'])

/** An exchange that is reached by FIX, as the desk needs it. */
export interface GatewayPart {
  readonly openVenue: OpenVenue
  readonly line: VenueLine
  /** Connects, once there is a desk that takes what the exchange says. */
  begin(desk: Desk): void
  /** What wants attention, in an operator's words. */
  readonly warnings: () => readonly string[]
}

/** Joins the sessions with an exchange to the desk. The server starts whether the exchange can be reached or not. */
export async function openGatewayPart(
  { config, log, time, endWithTraffic }: Installation,
  leadership: Leadership,
  profile: GatewayProfile,
): Promise<GatewayPart> {
  const now = time.now
  const name = exchangeNameOf(profile)
  const warn = (session: string) => (text: string) => log.warn({ session }, text)
  const messages = new MessageLog(join(config.dataFolder, 'exchange-messages'), {
    ...{ warn: warn('message log'), now },
  })
  const keep: Log = (session, direction, text) => {
    messages.write(session, direction, text)
    // What the session ignores or refuses, and why a connection has ended.
    if (direction === '!') log.warn({ session }, text)
  }
  let desk: Desk | undefined

  const settings = sessionSettings(profile, profile.orders, process.env)
  const record = new SessionRecord({
    connect: () => leadership.connectDesk(),
    name: `${settings.senderCompId}-${settings.targetCompId}`,
    log: warn('orders'),
    now,
    lost: () => void disconnect(),
  })
  const line = new OrderLine({
    ...{ profile, settings, record, now, messages: keep, warn: warn('orders') },
    recorded: await record.open(),
    take: (said) => taken(desk, { ...said, origin: ownOrigin(HOST) }, warn('orders')),
  })
  const states = new ExchangeStates(
    (state) => taken(desk, { ...state, origin: ownOrigin(HOST) }, warn('market data')),
    warn('market data'),
  )
  const trades = new OfferedTrades()
  const feed = new MarketFeed({
    ...{ profile, now, messages: keep, warn: warn('market data') },
    settings: sessionSettings(profile, profile.marketData, process.env),
    listed: () => desk?.listings.map(({ securityID }) => securityID) ?? [],
    offer: (work) => desk?.offer(work) ?? false,
    trades,
    said: (state) => states.said(state),
  })
  const disconnect = async () => {
    feed.stop()
    states.stop()
    await line.stop()
  }
  return {
    openVenue: openMirrored({ name, capabilities: capabilitiesOf(profile) }, trades),
    line,
    warnings: () => [
      ...(line.isReady
        ? []
        : [`The line to ${name} is down: new orders wait, and reports from the exchange arrive later.`]),
      ...(feed.isConnected ? [] : [`Market data of ${name} is down: the books are empty.`]),
      ...(feed.refused.length === 0
        ? []
        : [`${name} refuses market data of ${feed.refused.join(', ')}: their books are empty.`]),
      ...(messages.missing === 0
        ? []
        : [
            `The log of the messages to and from ${name} cannot be written: ${messages.missing} are missing.`,
          ]),
    ],
    begin(opened) {
      desk = opened
      const unsubscribe = opened.subscribe(({ batch, events, workReports }) => {
        for (const report of workReports) trades.done(report as ShownTrade)
        // The books of the desk were opened again.
        if (batch === 1) feed.begin()
        if (events.some(isHalt)) line.halt()
      })
      endWithTraffic(async () => {
        unsubscribe()
        await disconnect()
        await messages.close()
      })
      line.start()
      feed.start()
    },
  }
}

/** Whether an event says that market control has halted the line. */
const isHalt = ({ target, argument }: DeskEvent): boolean =>
  target === 'onNseConnection' && argument.line?.state === 'halted'

/** Gives the desk what the exchange says. @returns whether it is done with it; otherwise it is given again. */
async function taken(
  desk: Desk | undefined,
  said: ClientInput,
  warn: (text: string) => void,
): Promise<boolean> {
  const answer = await desk?.submit(said)
  if (answer?.kind !== 'refused') return answer !== undefined
  const { refusal } = answer.refusal
  // What can never be recorded would be given again for ever, and nothing after it.
  if (refusal === 'unrecordable') warn(`what the exchange said cannot be recorded: ${JSON.stringify(said)}`)
  return refusal === 'unrecordable' || DONE.has(refusal)
}
