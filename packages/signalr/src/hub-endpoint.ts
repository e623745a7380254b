import type { IncomingMessage } from 'node:http'
import type { Negotiated } from './admission.ts'
import type { HttpResponse } from './http.ts'
import type { Transport, TransportListener, TransportName } from './transport.ts'
import type { WorkScheduler } from './work-scheduler.ts'

/** Facts first, message second: the signature of pino. */
export interface HubLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** What the server uses of a hub; `Hub` implements it for every type of user. */
export interface HubEndpoint {
  /** The most bytes that a client may send in one frame or request. */
  readonly maxFrameBytes: number
  /** The transports that its clients may use. */
  readonly transports: ReadonlySet<TransportName>
  /** Whether a connection may continue on another transport when its own is lost. */
  readonly isStateful: boolean
  /** Authenticates a request: the client that makes it, or the response that refuses it. */
  admit(request: IncomingMessage): Promise<AdmittedClient | HttpResponse>
  /** Ends what the hub does without connections. */
  stop(): void
}

/** A client that may connect to a hub. */
export interface AdmittedClient {
  /** The identity that limits for each user apply to, on all hubs of the server together. */
  readonly userId: string
  /** The sign-in that its connection belongs to. */
  readonly sessionId: string
  /** Where the client is to negotiate instead. */
  readonly redirect?: Redirect
  connect(negotiated: Negotiated, request: IncomingMessage, host: ServerHost): ServerConnection
}

/** Another server for a client, and the access token that the client presents there. */
export interface Redirect {
  readonly url: string
  readonly accessToken?: string
}

/** What a connection uses of the server, and reports to it. */
export interface ServerHost {
  /** Shared by the connections of all hubs. */
  readonly scheduler: WorkScheduler
  /** The connection has closed and its transport has ended. Called once. */
  ended(): void
  /** The client was over its budget for too long and is closed. */
  overBudget(): void
}

/** What the server uses of a connection. */
export interface ServerConnection {
  /** Whether another transport may replace the present one. */
  readonly isReattachable: boolean
  /** Whether its transport has ended. */
  readonly isDetached: boolean
  attach(transport: Transport): TransportListener
  check(now: number): void
  close(options: { allowReconnect: boolean }): void
}
