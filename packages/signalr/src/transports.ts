import type { TransportRow } from './acceptor.ts'
import { longPolling } from './long-polling.ts'
import { serverSentEvents } from './server-sent-events.ts'
import { webSockets } from './websocket.ts'

/** The transports that negotiation offers, in order of preference. */
export const transports: readonly TransportRow[] = [webSockets, serverSentEvents, longPolling]
