import {
  type AccountFreezeRow,
  type FreezeGround,
  isRefusal,
  mayRead,
  OrdStatus,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { sql } from 'kysely'
import type { Requested } from '../../desk/decisions/transfer-request.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
import { originOf } from '../../desk/inputs.ts'
import { answerAgain, postingAnswer, recordedRequest } from '../../desk/record/recorded-requests.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import { findAccount } from '../../platform/account-access.ts'
import { auditOnly } from '../../platform/audited-write.ts'
import type { Caller } from '../../platform/caller.ts'
import { postingRulesOf } from '../../platform/influences.ts'
import type { Store, Tx } from '../../store/store.ts'

/** Looks at documents that people upload. */
export interface DocumentCheck {
  /** The bytes as they are kept; `undefined` of what is not what it claims to be. */
  check(
    who: { readonly tenantId: number; readonly userId: number },
    type: UploadedFile['type'],
    bytes: Uint8Array,
  ): Promise<Buffer | undefined | Refusal>
}

export interface AccountFreezeDependencies {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
  readonly documentChecks: DocumentCheck
  readonly marketDate: () => string
}

type FreezeCalls =
  `BackOffice/${'GetAccountFreezes' | 'FreezeAccount' | 'UnfreezeAccount' | 'GetFreezeDocument'}`

/** Freezes of accounts. The desk decides them in order among the orders; here are their documents and their history. */
export const accountFreezeHandlers = ({
  store,
  desk,
  documentChecks,
  marketDate,
}: AccountFreezeDependencies): Handlers<FreezeCalls> => {
  const found = ({ tenantId, ...caller }: Caller, cscsAcct: string, postingID: string) =>
    store.forTenant(tenantId).read(async (tx) => ({
      account: await findAccount(tx, { tenantId, ...caller }, cscsAcct),
      earlier: await recordedRequest(tx, caller.userId, postingID),
    }))
  const submit = async (context: CallContext<Caller>, postingID: string, transfer: Requested) => {
    const request = { kind: 'requestTransfer', origin: originOf(context), postingID, transfer } as const
    return desk.submit({ ...request, ...(await postingRulesOf(store, context.caller, marketDate())) })
  }
  return {
    'BackOffice/GetAccountFreezes': ({ cscsAcct }, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const account = await findAccount(tx, caller, cscsAcct)
        if (!account) return refuse('unknownAccount', { account: cscsAcct })
        const rows = await freezesOf(tx, account)
        const mayFreeze = mayRead(caller.permissions, 'FREEZE_ACCOUNTS')
        const mayKnow = mayFreeze || caller.permissions.has('APPROVE_LEDGER')
        return {
          isFrozen: rows.some(({ isInForce }) => isInForce),
          items: mayKnow ? rows : [],
          openOrders: mayFreeze ? await openOrdersOf(tx, account) : null,
        }
      }),

    'BackOffice/FreezeAccount': async ({ postingID, cscsAcct, ...asked }, context) => {
      const { caller } = context
      const { account, earlier } = await found(caller, cscsAcct, postingID)
      if (!account) return refuse('unknownAccount', { account: cscsAcct })
      const freeze = { type: 'freeze', account, ...asked } as const
      if (earlier) return answerAgain(earlier, { ...freeze, document: null })
      const document = await keepDocument(context, account)
      if (isRefusal(document)) return document
      const answer = await submit(context, postingID, { ...freeze, document })
      if (document !== null) await forgetUnused(caller, document)
      return postingAnswer(answer, true)
    },

    'BackOffice/UnfreezeAccount': async ({ postingID, cscsAcct, freeze, reason }, context) => {
      const { account, earlier } = await found(context.caller, cscsAcct, postingID)
      if (!account) return refuse('unknownAccount', { account: cscsAcct })
      const transfer = { type: 'unfreeze', account, freeze, reason } as const
      if (earlier) return answerAgain(earlier, transfer)
      return postingAnswer(await submit(context, postingID, transfer), true)
    },

    'BackOffice/GetFreezeDocument': async ({ id }, { caller, write }) => {
      const document = await store.forTenant(caller.tenantId).read((tx) =>
        tx
          .selectFrom('account_freezes')
          .innerJoin('freeze_documents', (join) =>
            join
              .onRef('freeze_documents.tenant_id', '=', 'account_freezes.tenant_id')
              .onRef('freeze_documents.id', '=', 'account_freezes.document'),
          )
          .select(['name', 'type', 'content'])
          .where('account_freezes.id', '=', BigInt(id))
          .executeTakeFirst(),
      )
      if (!document) return refuse('unknownDocument')
      await write(auditOnly)
      const { name, type, content } = document
      return {
        ...{ name, type, rows: () => 1 },
        body: (async function* () {
          yield content
        })(),
      }
    },
  }

  /** Deletes a document that no freeze has: it was refused, or was sent twice at once. */
  async function forgetUnused({ tenantId }: Caller, document: number): Promise<void> {
    await store.forTenant(tenantId).write((tx) =>
      tx
        .deleteFrom('freeze_documents')
        .where('id', '=', document)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('account_freezes').select('id').where('document', '=', document))),
        )
        .execute(),
    )
  }

  /** The number of the document that was sent; `null` of none. */
  async function keepDocument(
    { caller, files: [file] }: CallContext<Caller>,
    account: string,
  ): Promise<number | null | Refusal> {
    if (!file) return null
    const content = await documentChecks.check(caller, file.type, file.bytes)
    if (isRefusal(content)) return content
    if (!content) return refuse('documentInvalid', { kind: file.part })
    const { name, type } = file
    const kept = await store.forTenant(caller.tenantId).write((tx) =>
      tx
        .insertInto('freeze_documents')
        .values({
          ...{ tenant_id: caller.tenantId, account, name, type, size: content.length, content },
          uploaded_at: sql<Date>`now()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return kept.id
  }
}

/** The freezes of an account, those in force first, then the newest. */
async function freezesOf(tx: Tx, account: string): Promise<AccountFreezeRow[]> {
  const rows = await tx
    .selectFrom('account_freezes as held')
    .innerJoin('transfer_requests as asked', (join) =>
      join.onRef('asked.tenant_id', '=', 'held.tenant_id').onRef('asked.id', '=', 'held.id'),
    )
    .leftJoin('freeze_documents as document', (join) =>
      join.onRef('document.tenant_id', '=', 'held.tenant_id').onRef('document.id', '=', 'held.document'),
    )
    // The request for its end that was approved, or that waits.
    .leftJoin('transfer_requests as ended', (join) =>
      join
        .onRef('ended.tenant_id', '=', 'held.tenant_id')
        .onRef('ended.account', '=', 'held.account')
        .on('ended.type', '=', 'unfreeze')
        .on('ended.state', 'in', ['pending', 'approved'])
        .on(sql<boolean>`(ended.details ->> 'freeze')::bigint = held.id`),
    )
    .select(['held.id', 'held.ground', 'held.reason', 'held.reference', 'held.from_date', 'held.lifted'])
    .select(['document.name as document', 'asked.maker_name', 'asked.made_at'])
    .select(['ended.maker_name as ended_by', 'ended.narration as end_reason'])
    .select(['ended.decider_name', 'ended.decided_at'])
    .where('held.account', '=', account)
    .orderBy(sql`held.lifted IS NOT NULL`)
    .orderBy('held.id', 'desc')
    .execute()
  return rows.map((row) => ({
    id: Number(row.id),
    ground: row.ground as FreezeGround,
    reason: row.reason,
    reference: row.reference,
    from: row.from_date,
    document: row.document,
    frozenAt: row.made_at.toISOString(),
    frozenBy: row.maker_name,
    isInForce: row.lifted === null,
    endAskedBy: row.ended_by,
    endReason: row.end_reason,
    liftedBy: row.decider_name,
    liftedAt: row.decided_at?.toISOString() ?? null,
  }))
}

async function openOrdersOf(tx: Tx, account: string): Promise<number> {
  const { open } = await tx
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<bigint>().as('open'))
    .where('account', '=', account)
    .where('ord_status', 'in', [OrdStatus.new, OrdStatus.partiallyFilled])
    .executeTakeFirstOrThrow()
  return Number(open)
}
