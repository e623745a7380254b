import type { IncomingMessage, OutgoingMessage } from './messages.ts'

/** Encodes messages as bytes and decodes them. */
export interface HubProtocol {
  readonly name: string
  /** The kind of the bytes, for transports that distinguish text from binary. */
  readonly transferFormat: TransferFormat
  /** The first complete message in the bytes and what follows it, or `undefined` when none is complete yet. */
  split(bytes: Buffer): { readonly message: Buffer; readonly rest: Buffer } | undefined
  /**
   * Reads one message as returned by `split`; `undefined` for one that asks nothing of this server.
   * @throws ProtocolError when it is malformed.
   */
  parse(message: Buffer): IncomingMessage | undefined
  /** A message with its framing. */
  write(message: OutgoingMessage): Buffer
}

export type TransferFormat = 'Text' | 'Binary'
