import { join } from 'node:path'
import type { Desk } from '../desk/desk.ts'
import { installation as ownOrigin } from '../desk/inputs.ts'
import type { DeskEvent } from '../desk/publishing/desk-events.ts'
import type { SaidByVenue } from '../gateway/deliveries.ts'
import type { Log } from '../gateway/line.ts'
import { MarketFeed } from '../gateway/market-feed.ts'
import { MessageLog } from '../gateway/message-log.ts'
import { openMirrored } from '../gateway/mirrored-market.ts'
import { OrderLine } from '../gateway/order-line.ts'
import { capabilitiesOf, type GatewayProfile, sessionSettings } from '../gateway/profile.ts'
import { SessionRecord } from '../gateway/session-record.ts'
import { HOST } from '../store/host.ts'
import type { Leadership } from '../store/lead.ts'
import type { VenueLine } from '../venue/commands.ts'
import type { OpenVenue } from '../venue/venue.ts'
import type { Installation } from './installation.ts'

/** The name under which the desk's records have what the exchange itself has done. */
const EXCHANGE = 'exchange'

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
  const messages = new MessageLog(join(config.dataFolder, 'exchange-messages'), now)
  const keep: Log = (session, direction, text) => {
    messages.write(session, direction, text)
    // What the session ignores or refuses, and why a connection has ended.
    if (direction === '!') log.warn({ session }, text)
  }
  const warn = (session: string) => (text: string) => log.warn({ session }, text)
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
    take: (said) => taken(desk, said, warn('orders')),
  })
  const feed = new MarketFeed({
    ...{ profile, now, messages: keep, warn: warn('market data') },
    settings: sessionSettings(profile, profile.marketData, process.env),
    listed: () => desk?.listings.map(({ securityID }) => securityID) ?? [],
    offer: (work) => desk?.offer(work) ?? false,
    halted: (securityID, isHalted) => void follow(desk, securityID, isHalted),
  })
  const disconnect = async () => {
    feed.stop()
    await line.stop()
  }
  return {
    openVenue: openMirrored(capabilitiesOf(profile)),
    line,
    warnings: () => [
      ...(line.isReady
        ? []
        : [
            `The line to ${settings.targetCompId} is down: new orders wait, and reports from the exchange arrive later.`,
          ]),
      ...(feed.isUp ? [] : [`Market data of ${settings.targetCompId} is down: the books are empty.`]),
    ],
    begin(opened) {
      desk = opened
      const unsubscribe = opened.subscribe(({ batch, events }) => {
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
  said: SaidByVenue,
  warn: (text: string) => void,
): Promise<boolean> {
  const answer = await desk?.submit({ ...said, origin: ownOrigin(HOST) })
  if (answer?.kind === 'done') return true
  // What can never be recorded would be given again for ever, and nothing after it.
  if (answer?.kind !== 'refused' || answer.refusal.refusal !== 'unrecordable') return false
  warn(`what the exchange said cannot be recorded: ${JSON.stringify(said)}`)
  return true
}

/** Halts what the exchange has halted, and resumes what it resumes; what people here have halted stays so. */
async function follow(desk: Desk | undefined, securityID: string | null, isHalted: boolean): Promise<void> {
  const halt = desk?.halts.find((one) => one.securityID === securityID && one.cause === 'marketControl')
  const isAsSaid = isHalted ? halt !== undefined : halt?.by !== EXCHANGE
  if (!desk || isAsSaid) return
  await desk.submit({
    kind: 'marketControl',
    origin: { ...ownOrigin(HOST), userName: EXCHANGE },
    action: isHalted ? 'halt' : 'resume',
    securityID,
    reason: isHalted ? 'The exchange has halted trading.' : 'The exchange has resumed trading.',
  })
}
