import {
  applicantName,
  isRefusal,
  type Refusal,
  RequestStatus,
  refuse,
  statusAfter,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { refusalOfTerms } from '../../desk/decisions/account-terms.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
import { installation } from '../../desk/inputs.ts'
import { takeAccountNumber } from '../../platform/account-numbers.ts'
import type { AuditedCall, AuditedWrite } from '../../platform/audited-write.ts'
import type { Clock, Every } from '../../platform/clock.ts'
import type { Depository, DepositoryAnswer } from '../../platform/depository.ts'
import { isChnHeld, isCscsAccountHeld } from '../../platform/depository-numbers.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { repeatFromNow } from '../../platform/repeated-work.ts'
import type { Sessions } from '../../platform/sessions.ts'
import { lockOfFirm } from '../../store/advisory-locks.ts'
import { runForAll } from '../../store/connection-shares.ts'
import type { Store, Tx } from '../../store/store.ts'
import type { RequestMails } from './mails.ts'
import { ownerOf } from './person.ts'
import {
  addEvent,
  type FailureText,
  fieldsOf,
  payInOf,
  type RequestRow,
  requestChange,
  standing,
  statusOf,
  typeOf,
} from './request-rows.ts'
import { addCustomer, NOT_GIVEN, termsOf, termsWith } from './requested-customer.ts'

export interface CompletionParts {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  readonly desk: Pick<DeskPort, 'submit'>
  readonly depository: Depository
  readonly sessions: Pick<Sessions, 'invalidate'>
  readonly auditedWrite: AuditedWrite
  readonly mails: RequestMails
  readonly outbox: MailOutbox
  /** What was kept of a firm is to be mailed and notified. */
  readonly announce: (tenantId: number) => void
  readonly log: Logger
  /** Without a mail server no trade alert is sent. */
  readonly areMailsSent: () => boolean
  /** Address of the web page, which begins the links in mails. */
  readonly publicUrl: () => string
}

/** What follows the approval of a request: the depository's answer, the customer, and the account that trades. */
export interface Completion {
  /**
   * Goes on with an approved request as far as it comes now. Answers the request as it is then: completed with an
   * account that trades, refused by the depository, or still approved because that is silent.
   */
  complete(tenantId: number, id: number, by: Requester): Promise<RequestRow | Refusal>
  /** Goes on with every request that waits: asks the depository again, and opens accounts that are not open. */
  resume(): Promise<void>
}

/** Who has the depository asked, and from where. */
type Requester = Pick<AuditedCall, 'caller' | 'clientIpAddress' | 'browserInfo'>

export function openCompletion(parts: CompletionParts): Completion {
  const { store, clock, depository, log } = parts

  const completion: Completion = {
    async complete(tenantId, id, { caller, clientIpAddress, browserInfo }) {
      const { row, waits } = await store.forTenant(tenantId).read(async (tx) => {
        const row = await requestOf(tx, id).executeTakeFirst()
        return { row, waits: !row || !(await isFirmOpen(tx)) || (await ownerOf(tx, row)) === 'inactive' }
      })
      if (!row) return refuse('unknownAccountRequest')
      if (statusOf(row) !== RequestStatus.approved || waits) return row
      const answer = await askDepository(row)
      if (answer.kind === 'silent') return row
      const kept = await parts.auditedWrite(
        {
          // Of the answer, whatever it is: an account that was refused was not opened.
          ...{ tenantId, caller, name: 'Customer/RecordDepositoryAnswer' },
          ...{ parameters: { id, answer }, clientIpAddress, browserInfo },
        },
        async (tx, changed) => {
          const now = await requestOf(tx, id).forUpdate().executeTakeFirstOrThrow()
          if (now.revision !== row.revision) {
            // Of two that ask, the second comes too late. Otherwise a reviewer took the request back.
            if (statusOf(now) !== RequestStatus.completed)
              log.warn({ requestId: id, answer: answer.kind }, 'the depository answered too late')
            return now
          }
          const kept = await keep(tx, now, answer)
          if (!isRefusal(kept) && kept !== now) changed(requestChange(now, kept))
          return kept
        },
      )
      parts.announce(tenantId)
      if (isRefusal(kept)) return kept
      if (statusOf(kept) !== RequestStatus.completed) return kept
      if (kept.user_id !== null) parts.sessions.invalidate(tenantId, kept.user_id)
      return (await openAccount(kept)) ?? kept
    },

    async resume() {
      for (const tenantId of await parts.outbox.tenantIds()) {
        if (!(await runForAll(() => store.forTenant(tenantId).read(isFirmOpen)))) continue
        const waiting = await runForAll(() => store.forTenant(tenantId).read(waitingRequests))
        for (const row of waiting) await goOn(row)
      }
    },
  }
  return completion

  /** One request that cannot go on keeps no other from it. */
  async function goOn(row: RequestRow): Promise<void> {
    const { tenant_id: tenantId, id: requestId } = row
    try {
      if (statusOf(row) === RequestStatus.approved)
        await completion.complete(tenantId, requestId, byInstallation(tenantId))
      else await openAccount(row)
    } catch (err) {
      log.error({ err, tenantId, requestId }, 'an account request could not be resumed')
    }
  }

  async function askDepository(row: RequestRow): Promise<DepositoryAnswer> {
    const fields = fieldsOf(row)
    const textOf = (name: string) =>
      typeof fields[name] === 'string' && fields[name] !== '' ? fields[name] : null
    try {
      return await depository.open({
        ...{ tenantId: row.tenant_id, requestId: row.id, name: applicantName(typeOf(row), fields) },
        ...{ cscsAccount: textOf('cscsAccount')?.padStart(10, '0') ?? null, chn: textOf('chn') },
      })
    } catch (err) {
      log.warn({ err, requestId: row.id }, 'the depository could not be reached; trying again')
      return { kind: 'silent' }
    }
  }

  /** Keeps what the depository answered of a request whose row is locked. Customer, account number, role and state are kept together or not at all. */
  async function keep(
    tx: Tx,
    row: RequestRow,
    answer: Exclude<DepositoryAnswer, { kind: 'silent' }>,
  ): Promise<RequestRow | Refusal> {
    // Deleted before, or afterwards with what is given here.
    if (row.user_id !== null)
      await tx.selectFrom('users').select('id').where('id', '=', row.user_id).forShare().execute()
    const owner = await ownerOf(tx, row)
    if (!(await isFirmOpen(tx)) || owner === 'inactive') return row
    if (owner === 'deleted') return fail(tx, row, 'Registration.Failed.user')
    if (answer.kind === 'refused') return fail(tx, row, answer.reason)
    const { cscsAccount, chn } = answer
    // The completions of a firm take their turn, so that of two with one CSCS account the second finds the first.
    await lockOfFirm(tx, 'depositoryNumbers', row.tenant_id)
    if (await isCscsAccountHeld(tx, cscsAccount)) return fail(tx, row, 'Registration.Failed.cscsAccount')
    if (await isChnHeld(tx, chn)) return fail(tx, row, 'Registration.Failed.chn')
    // The desk's own rules, before anything is given: what it would refuse could be opened by nobody.
    const terms = termsWith(row, { account: NOT_GIVEN, cscsAccount, customerId: 1 })
    const refusal = refusalOfTerms(terms)
    if (refusal) {
      log.warn({ requestId: row.id, refusal: refusal.refusal }, 'an account cannot be opened')
      return fail(tx, row, 'Registration.Failed.terms')
    }
    const account = await takeAccountNumber(tx, row.tenant_id)
    if (isRefusal(account)) return account
    const customerId = await addCustomer(tx, row, { account, chn, now: clock.now() })
    const link = await signInLink(tx, parts.publicUrl())
    const payIn = await payInOf(tx)
    await parts.mails.add(tx, row, 'requestApproved', (translate) => ({
      ...{ account, cscsAccount, chn, link },
      payIn: payIn && `\n\n${translate('Registration.PayIn')}:\n${payIn}`,
    }))
    return move(tx, row, 'complete', {
      ...{ customer_id: customerId, account, cscs_account: cscsAccount, chn, reason: null },
    })
  }

  /** `reason`: the depository's text, or a `FailureText`. */
  async function fail(tx: Tx, row: RequestRow, reason: FailureText | (string & {})): Promise<RequestRow> {
    await parts.mails.add(tx, row, 'requestFailed', {})
    return move(tx, row, 'fail', { reason })
  }

  async function move(
    tx: Tx,
    row: RequestRow,
    action: 'complete' | 'fail',
    changes: Partial<Pick<RequestRow, 'customer_id' | 'account' | 'cscs_account' | 'chn' | 'reason'>>,
  ): Promise<RequestRow> {
    const status = statusAfter(action, 'depository', statusOf(row))
    if (status === undefined) throw new Error(`nothing is asked of the depository in state ${row.status}`)
    await addEvent(tx, row, {
      ...{ at: clock.now(), action, status, reason: changes.reason ?? null, by: null },
    })
    return tx
      .updateTable('account_requests')
      .set({ ...standing(row, status, clock.now()), ...changes })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Hands the desk the account of a completed request, unless it is open; the refusal when it cannot be opened now. */
  async function openAccount(row: RequestRow): Promise<Refusal | undefined> {
    const account = termsOf(row)
    const answer = await parts.desk.submit({
      kind: 'openAccount',
      origin: installation(row.tenant_id),
      account,
      alertsOff: !isAlerted(row),
    })
    if (answer.kind === 'done') return keepOpened(row)
    if (answer.kind !== 'refused') throw new Error(`the desk answered ${answer.kind}`)
    const { refusal } = answer
    if (refusal.refusal === 'alreadyOpen' && refusal.values.what === 'account') return keepOpened(row)
    log.error({ account: account.account, refusal: refusal.refusal }, 'an account could not be opened')
    return refusal
  }

  /** Who wants no trade alerts, or cannot be sent any, is not charged for them. */
  function isAlerted(row: RequestRow): boolean {
    const { alertsOptOut, emailAddress } = fieldsOf(row)
    return parts.areMailsSent() && alertsOptOut !== true && Boolean(emailAddress)
  }

  /** Nothing of the request is left to be done. */
  async function keepOpened({ tenant_id, id }: RequestRow): Promise<undefined> {
    await store.forTenant(tenant_id).write((tx) =>
      tx
        .updateTable('account_requests')
        .set({ opened_at: new Date(clock.now()) })
        .where('id', '=', id)
        .execute(),
    )
  }
}

/** Where a person of the firm signs in. */
async function signInLink(tx: Tx, publicUrl: string): Promise<string> {
  const { tenancy_name: tenant } = await tx
    .selectFrom('tenants')
    .select('tenancy_name')
    .executeTakeFirstOrThrow()
  return `${publicUrl}/user/login?${new URLSearchParams({ tenant })}`
}

/** Nothing is opened for a firm that was disabled or deleted; what waits goes on when it is active again. */
const isFirmOpen = async (tx: Tx): Promise<boolean> =>
  (await tx
    .selectFrom('tenants')
    .select('id')
    .where('is_active', '=', true)
    .where('deletion_time', 'is', null)
    .executeTakeFirst()) !== undefined

const requestOf = (tx: Tx, id: number) => tx.selectFrom('account_requests').selectAll().where('id', '=', id)

/** The requests of a firm that the depository has not answered, and those whose account is not open, as an index has them. */
const waitingRequests = (tx: Tx): Promise<RequestRow[]> =>
  tx
    .selectFrom('account_requests')
    .selectAll()
    .where(sql<boolean>`status = 3 or (status = 4 and opened_at is null)`)
    .orderBy('id')
    .execute()

/** The installation itself asks again. */
function byInstallation(tenantId: number) {
  const { userId, userName, clientIpAddress, browserInfo } = installation(tenantId)
  return { caller: { userId, userName }, clientIpAddress, browserInfo }
}

const RESUME_EVERY_MS = 60_000

/** Goes on with what waits, now and every minute; one pass at a time. Returns how to stop. */
export const resumeRegularly = (completion: Completion, every: Every, log: Logger): (() => Promise<void>) =>
  repeatFromNow(
    every,
    RESUME_EVERY_MS,
    () => completion.resume(),
    (err) => log.warn({ err }, 'account requests could not be resumed; trying again'),
  )
