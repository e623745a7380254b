/**
 * Why a connection was closed:
 * - `client`: the client closed it;
 * - `server`: the application closed it, or the server shut down;
 * - `lost`: the transport ended without a close;
 * - `handshake`: the handshake was refused or did not complete in time;
 * - `protocol`: the client violated the protocol;
 * - `failed`: a defect of this server;
 * - `silent`: the client sent nothing for too long;
 * - `slow`: the client did not read fast enough;
 * - `overBudget`: the client asked for more than its budget allows for too long.
 */
export const closeReasons = [
  'client',
  'server',
  'lost',
  'handshake',
  'protocol',
  'failed',
  'silent',
  'slow',
  'overBudget',
] as const
export type CloseReason = (typeof closeReasons)[number]

/** What a hub has done since it was made; only `connections` can fall. */
export interface HubStats {
  /** Connections that are open now. */
  readonly connections: number
  /** Messages sent, counted once for each connection that a message was sent to. */
  readonly messages: number
  /** Those of the messages that left in the frame of another one. */
  readonly coalesced: number
  /** Messages that were left out for a client that was behind, which was later sent the newest state. */
  readonly conflated: number
  readonly closed: Readonly<Record<CloseReason, number>>
}

/** The counters of one hub. */
export class HubCounters {
  messages = 0
  coalesced = 0
  conflated = 0
  readonly closed = Object.fromEntries(closeReasons.map((reason) => [reason, 0])) as Record<
    CloseReason,
    number
  >

  /** A frame of so many messages was sent to one connection. */
  sent(messages: number): void {
    this.messages += messages
    this.coalesced += messages - 1
  }
}
