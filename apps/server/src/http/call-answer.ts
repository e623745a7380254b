import {
  type Call,
  httpAnswerOf,
  isRefusal,
  type Refusal,
  recordsDownload,
  recordsRefusals,
  refuse,
  verbOf,
} from '@tradebook/contract'
import { type EnterOptions, FairGate } from '@tradebook/scheduling'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileAnswer } from '../files/file-answer.ts'
import { addressBlock } from '../platform/address.ts'
import { type AuditedWrite, auditOnly } from '../platform/audited-write.ts'
import { threadClock } from '../platform/clock.ts'
import type { CustomerViews } from '../platform/customer-views.ts'
import type { RecordRefusal } from '../platform/refused-calls.ts'
import type { Registrations } from '../platform/registrations.ts'
import type { ReportLog } from '../platform/report-log.ts'
import { userKey } from '../platform/user-key.ts'
import { runAs } from '../store/connection-shares.ts'
import { DatabaseBusy, DatabaseUnavailable, OutcomeUnknown } from '../store/unavailable.ts'
import { refusalAnswer, sendFailure, sendJson, sendRefusal } from './answers.ts'
import { binderOf } from './binding.ts'
import { success } from './envelope.ts'
import { TooManyRequests } from './errors.ts'
import { FilesUnderWay, sendFile } from './files.ts'
import type { CallContext, Handlers } from './handlers.ts'
import { isKey, KEY_HEADER, type KeyedAnswers, keyedRequest, REPLAYED_HEADER } from './idempotency.ts'
import { isMultipart, type Multipart, noForm, type UnreadMultipart } from './multipart.ts'
import { bearerOf, RequestContext } from './request-context.ts'
import { type KeptAnswer, SharedAnswer, SharedAnswers, sendKept } from './shared-answers.ts'
import { standbyReads } from './standby-reads.ts'
import { invalidFields } from './validation.ts'

export interface SessionEnds {
  /** Calls the listener with the id of every session that ends. Returns how to unsubscribe. */
  onSessionEnded(listener: (sessionId: string) => void): () => void
}

/** Tells whether a registration token is good. */
export interface RegistrationTokens {
  readonly registrations: Pick<Registrations, 'find'>
}

export interface AnswerParts {
  readonly handlers: Handlers
  readonly identity: SessionEnds & RegistrationTokens
  readonly auditedWrite: AuditedWrite
  /** Records what was refused or failed of calls that change something. */
  readonly recordRefusal: RecordRefusal
  /** Records who of the staff looked at a customer. */
  readonly customerViews: CustomerViews
  /** Records the files that are given. */
  readonly reportLog: ReportLog
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly gates: Gates
  readonly keyed: KeyedAnswers
}

/** Where reads wait for their turn, so that however many somebody makes, others are answered soon. */
export interface Gates {
  readonly long: FairGate
  readonly short: FairGate
  /**
   * Of documents, which another process prints, by user: that of a reader who left is not begun. Of a file of many each
   * has a turn, and one of them waits.
   */
  readonly printing: FairGate
  /** Of long documents, which the same process prints row by row, by turns with the others. */
  readonly printingLong: FairGate
  readonly files: FilesUnderWay
}

/** A page that starts asks for less than may wait of one user. */
const reads = {
  // Of a file each piece counts.
  long: {
    ...{ atOnceEach: 2, atOnce: 5, waitingEach: 32, waiting: 512 },
    rateEach: { burst: 100, perSecond: 100 },
  },
  short: {
    ...{ atOnceEach: 4, atOnce: 32, waitingEach: 64, waiting: 4_096 },
    // A page that starts makes some fifteen, and so do many strangers at once behind one address.
    rateEach: { burst: 200, perSecond: 50 },
  },
  printing: { atOnceEach: 1, atOnce: 1, waitingEach: 2, waiting: 32 },
} as const

/** Files that one requester may be sent at once. */
const FILES_AT_ONCE = 4

export const openGates = (): Gates => ({
  long: new FairGate(reads.long, threadClock),
  short: new FairGate(reads.short, threadClock),
  // What prints is another process.
  printing: new FairGate(reads.printing),
  printingLong: new FairGate(reads.printing),
  files: new FilesUnderWay(FILES_AT_ONCE),
})

/** Who asks, as turns and files under way are counted. */
export const requesterOf = ({ caller, ip }: FastifyRequest): string =>
  caller ? userKey(caller) : addressBlock(ip)

/** The handler of a call's route: binds its input, waits for its turn, runs it, and sends what it answers. */
export function answer(parts: AnswerParts, name: string, row: Call) {
  const { gates, keyed } = parts
  const bind = binderOf(row.input)
  const method = verbOf(name, row)
  const isRecorded = recordsRefusals(name, row)
  const isDownload = recordsDownload(name, row)
  const shared = new SharedAnswers()
  const registers = async (request: FastifyRequest, fields: unknown): Promise<boolean> => {
    const { accessToken = bearerOf(request) } = (fields ?? {}) as { readonly accessToken?: unknown }
    const { registrations } = parts.identity
    return typeof accessToken === 'string' && (await registrations.find(accessToken)) !== undefined
  }
  // The table's type gives each name the input of its handler; here the name is only known at run time.
  const handler = (parts.handlers as Readonly<Record<string, unknown>>)[name] as (
    input: unknown,
    context: CallContext,
  ) => Promise<unknown>
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const inQuery = request.method === 'GET' || request.method === 'DELETE'
    const contentType = request.headers['content-type']
    const isForm = row.takes !== undefined && (!row.takes.parts || isMultipart(contentType))
    const sent = isForm ? ((request.body ?? noForm) as Multipart | UnreadMultipart) : undefined
    // What is left of its body is not read.
    if (sent && 'failure' in sent)
      return sendFailure(reply.header('connection', 'close'), sent.status, sent.failure)
    // The texts of a form are converted as those of a query.
    const bound = sent
      ? bind(sent.fields, 'query')
      : bind(inQuery ? request.query : request.body, inQuery ? 'query' : 'body')
    if ('failure' in bound) {
      if (row.registers && !request.caller && !(await registers(request, sent?.fields ?? request.body)))
        return sendRefusal(request, reply, refuse('registrationTokenInvalid'))
      return sendFailure(reply, 400, bound.failure)
    }

    const { auditedWrite, reportLog, now } = parts
    const began = now()
    const called = { name, input: bound.input, files: sent ? sent.files : [] }
    const idempotencyKey = row.once && request.caller ? request.headers[KEY_HEADER] : undefined
    if (idempotencyKey !== undefined && !isKey(idempotencyKey))
      return sendFailure(reply, 400, invalidFields([KEY_HEADER]))
    const once =
      idempotencyKey !== undefined && request.caller
        ? keyedRequest(request.caller, idempotencyKey, { ...called, isSecret: row.secret === true })
        : undefined
    const context = new RequestContext(request, reply, {
      ...called,
      auditedWrite,
      keepAnswer:
        once && row.once === 'transaction'
          ? (tx, result) => keyed.keepIn(tx, once, { status: 200, text: success(result) })
          : undefined,
    })
    const record = isRecorded
      ? async (exception: string | undefined, more = {}) => {
          if (exception !== undefined)
            await parts.recordRefusal({ ...context.audited, exception, began, ...more })
        }
      : undefined
    const key = requesterOf(request)
    // A call that changes something has a limit in its row; orders have the lanes and the rate of the desk.
    const gate = row.heavy ? gates.long : method === 'GET' ? gates.short : undefined
    const signal = gate || row.gives === 'file' ? departureOf(reply) : STAYS
    const inTurn = async <T>(task: () => Promise<T>, options: EnterOptions): Promise<T | Refusal> => {
      const ask = () =>
        runAs({ key, signsIn: row.signsIn === true, mayReadStandby: standbyReads.has(name) }, task)
      const turn = gate ? gate.enter(key, ask, options) : ask()
      return typeof turn === 'string' ? refuse(turn) : turn
    }
    const run = async (): Promise<Refusal | string | KeptAnswer | FileAnswer> => {
      const result = await handler(bound.input, context).catch(async (error: unknown) => {
        await record?.(failureOf(error), { customData: `request ${request.id}` })
        throw error
      })
      if (isRefusal(result)) await record?.(refusalOf(result))
      else {
        if (isDownload) await context.write(auditOnly)
        if (row.shows && request.caller)
          await parts.customerViews(row.shows, bound.input, request.caller, context)
      }
      if (result instanceof SharedAnswer) return shared.of(result)
      // Its text is made at its turn, too: of a long answer that is a good part of the work.
      return isRefusal(result) || row.gives === 'file' ? (result as Refusal | FileAnswer) : success(result)
    }

    if (row.gives === 'file') {
      // The response of a client that left while it was authenticated is closed, and closes no second time.
      if (signal.aborted) return reply.hijack()
      if (!gates.files.begin(key)) return sendRefusal(request, reply, refuse('busy'))
      const unsubscribe = parts.identity.onSessionEnded((sessionId) => {
        if (sessionId === context.caller?.sessionId) reply.raw.destroy()
      })
      reply.raw.once('close', () => {
        unsubscribe()
        gates.files.ended(key)
      })
    }
    if (once && row.once) {
      const act = async () => (await inTurn(run, { signal })) as string | Refusal
      const kept = await keyed.answer(once, row.once, act, (refusal) => refusalAnswer(request, refusal))
      if (isRefusal(kept)) return sendRefusal(request, reply, kept)
      if (kept.isKept) reply.header(REPLAYED_HEADER, 'true')
      return sendJson(reply, kept.status, kept.text)
    }
    const answered = await inTurn(run, { signal }).catch(unlessAborted(signal))
    if (answered === undefined) return reply.hijack()
    if (typeof answered === 'string') return sendJson(reply, 200, answered)
    if (isRefusal(answered)) return sendRefusal(request, reply, answered)
    if ('entityTag' in answered) return sendKept(answered, request, reply)
    const { print, printsLong } = answered
    const printing = printsLong ? gates.printingLong : gates.printing
    if (print) {
      const printed = printing.enter(key, print, { signal })
      if (typeof printed === 'string') return sendRefusal(request, reply, refuse(printed))
      const isPrinted = await printed.then(() => true).catch(unlessAborted(signal))
      if (!isPrinted) return reply.hijack()
    }
    // A file that was begun is not refused for what else its reader asks meanwhile.
    return sendFile(
      reply,
      answered,
      {
        read: (task) => inTurn(task, { unrefusable: true }) as ReturnType<typeof task>,
        print: (task) => printing.enter(key, task, { signal, unrefusable: true }) as ReturnType<typeof task>,
      },
      (file, rows, isComplete) =>
        reportLog({
          call: {
            tenantId: request.tenantId,
            caller: request.caller,
            name,
            parameters: bound.input,
            clientIpAddress: request.ip,
          },
          fileName: file.name,
          rows,
          isComplete,
          began,
        }),
    )
  }
}

/** Answered where nothing was taken, and the same request may be made again: no refusal of what was asked. */
const NOT_TAKEN: ReadonlySet<number> = new Set([429, 503])

/** What the audit trail calls a refusal; `undefined` of a request that was not taken. */
const refusalOf = ({ refusal }: Refusal): string | undefined =>
  refusal !== 'outcomeUnknown' && NOT_TAKEN.has(httpAnswerOf(refusal).status) ? undefined : refusal

/** What the audit trail calls an error; `undefined` of a request that was not taken. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof OutcomeUnknown) return 'outcomeUnknown'
  const isNotTaken =
    error instanceof DatabaseUnavailable || error instanceof DatabaseBusy || error instanceof TooManyRequests
  return isNotTaken ? undefined : 'failed'
}

/** Aborts when the client has left: what it asked for and still waits need not be done. */
function departureOf(reply: FastifyReply): AbortSignal {
  const departure = new AbortController()
  if (reply.raw.destroyed) departure.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) departure.abort()
  })
  return departure.signal
}

/** What waits in no queue is done whether or not its client has left. */
const STAYS = new AbortController().signal

/** Nothing to answer when a task was dropped because its client has left; any other error stays one. */
const unlessAborted =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted || error !== signal.reason) throw error
  }
