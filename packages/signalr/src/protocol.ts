import type { IncomingMessage, OutgoingMessage } from './messages.ts'

/** How messages are turned into bytes and back. */
export interface HubProtocol {
  readonly name: string
  /** What the bytes are to a transport that tells text from binary. */
  readonly transferFormat: TransferFormat
  /** The first whole message in the bytes and what follows it, or `undefined` when none is whole yet. */
  split(bytes: Buffer): { readonly message: Buffer; readonly rest: Buffer } | undefined
  /**
   * Read one message as `split` gave it; `undefined` for one that asks nothing of this server.
   * @throws ProtocolError when it is malformed.
   */
  parse(message: Buffer): IncomingMessage | undefined
  /** A message with its framing, ready for the wire. */
  write(message: OutgoingMessage): Buffer
}

export type TransferFormat = 'Text' | 'Binary'
