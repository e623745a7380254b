import { Client, type ClientConfig, Query } from 'pg'

/** PostgreSQL's streaming replication protocol (its documentation, "Streaming Replication Protocol"), over the driver. */

/** A position in PostgreSQL's log, in bytes. */
export type Position = bigint

/** `16/B374D848` as PostgreSQL writes it. */
export function positionOf(text: string): Position {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const positionText = (position: Position): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffff_ffffn).toString(16).toUpperCase()}`

interface Socket {
  pause(): void
  resume(): void
  destroy(): void
}

interface Messages {
  readonly stream: Socket
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
}

const messagesOf = (client: Client): Messages => (client as unknown as { connection: Messages }).connection

/** What may wait to be read before PostgreSQL is asked to pause, and when it may go on. */
const MOST_WAITING_BYTES = 4 * 1024 * 1024
const LEAST_WAITING_BYTES = 1024 * 1024

/** A command that answers with a stream of messages, and rows before and after them. */
class StreamingCommand extends Query implements AsyncIterableIterator<Buffer> {
  readonly rows: (readonly (string | null)[])[] = []
  readonly #text: string
  readonly #waiting: Buffer[] = []
  #bytes = 0
  #socket: Socket | undefined
  #end: { readonly error?: Error } | undefined
  #wake: () => void = () => {}

  constructor(text: string) {
    super(text)
    this.#text = text
  }

  override submit = (connection: unknown): null => {
    const messages = connection as Messages
    this.#socket = messages.stream
    messages.query(this.#text)
    return null
  }

  async next(): Promise<IteratorResult<Buffer, undefined>> {
    while (this.#waiting.length === 0 && !this.#end)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    const message = this.#waiting.shift()
    if (message) {
      this.#bytes -= message.length
      if (this.#bytes < LEAST_WAITING_BYTES) this.#socket?.resume()
      return { value: message, done: false }
    }
    if (this.#end?.error) throw this.#end.error
    return { value: undefined, done: true }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  handleRowDescription(): void {}

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.rows.push(fields)
  }

  handleCommandComplete(): void {}

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The driver reads the next message into the same memory.
    this.#waiting.push(Buffer.from(chunk))
    this.#bytes += chunk.length
    if (this.#bytes > MOST_WAITING_BYTES) this.#socket?.pause()
    this.#wake()
  }

  handleError(error: Error): void {
    this.#finish({ error })
  }

  handleReadyForQuery(): void {
    this.#finish({})
  }

  #finish(end: { readonly error?: Error }): void {
    this.#end ??= end
    this.#wake()
  }
}

/** What a stream of the log brings. */
export interface LogBytes {
  readonly start: Position
  readonly bytes: Buffer
}

/** Which database it is, and where its log stands. */
export interface SystemState {
  /** The number that `initdb` gave it; copies and standbys keep it. */
  readonly system: string
  /** Another one after each restore to an instant and each promotion. */
  readonly timeline: number
  readonly position: Position
}

/** A connection for replication. */
export class Replication {
  readonly #client: Client

  private constructor(client: Client) {
    this.#client = client
  }

  static async open(access: ClientConfig): Promise<Replication> {
    const settings = { ...access, replication: 'true', connectionTimeoutMillis: CONNECT_MS, keepAlive: true }
    const client = new Client(settings as ClientConfig)
    // The waiting query is told; without a listener the event would end the process.
    client.on('error', () => {})
    await client.connect()
    return new Replication(client)
  }

  async identify(): Promise<SystemState> {
    const { rows } = await this.#client.query('IDENTIFY_SYSTEM')
    const { systemid, timeline, xlogpos } = rows[0] ?? {}
    return { system: String(systemid), timeline: Number(timeline), position: positionOf(xlogpos) }
  }

  /** Makes PostgreSQL keep its log from now on for the reader of this slot. */
  async createSlot(slot: string): Promise<void> {
    await this.#client.query(`CREATE_REPLICATION_SLOT ${slot} PHYSICAL RESERVE_WAL`)
  }

  async dropSlot(slot: string): Promise<void> {
    await this.#client.query(`DROP_REPLICATION_SLOT ${slot} WAIT`)
  }

  /**
   * The files of the database as a tar archive. They fit together once the log from `start` to `end` is replayed.
   *
   * @returns the positions, after the last piece was read.
   */
  async *baseBackup(
    label: string,
  ): AsyncGenerator<Buffer, { start: Position; end: Position; timeline: number }> {
    const command = new StreamingCommand(
      `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL false, MANIFEST 'no')`,
    )
    this.#client.query(command)
    let archives = 0
    for await (const message of command) {
      const kind = String.fromCharCode(message[0] ?? 0)
      if (kind === 'n') archives += 1
      if (archives > 1)
        throw new Error('The database has tablespaces outside its folder, which a backup does not include.')
      if (kind === 'd') yield message.subarray(1)
    }
    const [first] = command.rows
    const last = command.rows.at(-1)
    return {
      start: positionOf(first?.[0] ?? ''),
      end: positionOf(last?.[0] ?? ''),
      timeline: Number(last?.[1]),
    }
  }

  /** The log from a position on, without end. @throws Error when PostgreSQL no longer has it, or the connection ends. */
  async *log(slot: string, from: Position, timeline: number): AsyncGenerator<LogBytes> {
    const command = new StreamingCommand(
      `START_REPLICATION SLOT ${slot} PHYSICAL ${positionText(from)} TIMELINE ${timeline}`,
    )
    this.#client.query(command)
    for await (const message of command) {
      if (message[0] === LOG)
        yield { start: message.readBigInt64BE(1), bytes: message.subarray(LOG_HEAD_BYTES) }
      // One that asks for an answer is given the last one again with the next confirmation.
    }
  }

  /** Tells PostgreSQL up to where the log is on another disk: it no longer keeps that for the slot. */
  confirm(position: Position): void {
    const status = Buffer.alloc(34)
    status.write('r')
    for (const at of [1, 9, 17]) status.writeBigInt64BE(position, at)
    status.writeBigInt64BE(BigInt(Date.now() - EPOCH_OF_POSTGRES_MS) * 1_000n, 25)
    messagesOf(this.#client).sendCopyFromChunk(status)
  }

  /** Ends it without a word: that is how a stream ends. */
  cut(): void {
    messagesOf(this.#client).stream.destroy()
  }
}

const CONNECT_MS = 5_000
/** The message with a part of the log: its kind, its start, the end of the log, and the time. */
const LOG = 'w'.charCodeAt(0)
const LOG_HEAD_BYTES = 25
const EPOCH_OF_POSTGRES_MS = Date.UTC(2000, 0, 1)
