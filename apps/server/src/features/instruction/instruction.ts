import {
  addDays,
  type CallRequest,
  type InstructionEvent,
  type InstructionHistory,
  isRefusal,
  LONGEST_INSTRUCTION_DAYS,
  nairaToPrice,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import { accountNamed, seesAllAccounts } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { grantsOf } from '../../platform/session-rows.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { readPage } from '../../store/list-rows.ts'
import type { Store, Tx } from '../../store/store.ts'
import { instructionItem, instructionSource, instructionsOf } from './instruction-list.ts'

export interface InstructionDependencies {
  readonly store: Store
  readonly statisticsOf: (securityID: string) => unknown
  readonly marketDate: () => string
  /** Market time, epoch milliseconds. */
  readonly marketTime: () => number
}

/** What a dealer does to an instruction. */
interface Step {
  readonly event: InstructionEvent
  readonly note: string
}

/**
 * Customers' instructions: who gave them, what they allow, who works on them and what was done. The desk decides with
 * each order what is left of its instruction.
 */
export function instructionFeature({
  store,
  statisticsOf,
  marketDate,
  marketTime,
}: InstructionDependencies): Handlers<`Instruction/${string}`> {
  const read = async (tx: Tx, caller: Caller, id: number) =>
    instructionsOf(tx, caller).where('instructions.id', '=', id).executeTakeFirst()

  const record = (tx: Tx, { tenantId, userId, userName }: Caller, id: number, { event, note }: Step) =>
    tx
      .insertInto('instruction_events')
      .values({
        ...{ tenant_id: tenantId, instruction_id: id, event, note },
        ...{ user_id: userId, user_name: userName, at: new Date(marketTime()) },
      })
      .execute()

  /** Changes an instruction that the caller may see, one change after the other, and keeps what was done. */
  const change = (
    id: number,
    { caller, write }: CallContext<Caller>,
    decide: (row: Row, tx: Tx) => Promise<(Step & { readonly set: object }) | Refusal>,
  ) =>
    write(async (tx) => {
      await tx.selectFrom('instructions').select('id').where('id', '=', id).forUpdate().execute()
      const row = await read(tx, caller, id)
      if (!row) return refuse('unknownInstruction')
      if (row.closed_at !== null) return refuse('instructionClosed', { instructionID: id })
      const step = await decide(row, tx)
      if (isRefusal(step)) return step
      await tx.updateTable('instructions').set(step.set).where('id', '=', id).execute()
      await record(tx, caller, id, step)
      return instructionItem((await read(tx, caller, id)) ?? row, caller)
    })

  return {
    'Instruction/GetAll': async (input, { caller }) => {
      const account = input.account && (await accountNamed(store, caller, input.account))
      return readPage(
        store.forTenant(caller.tenantId),
        instructionSource({ ...input, account }, caller),
        input,
      )
    },

    'Instruction/Get': ({ id }, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const row = await read(tx, caller, id)
        if (!row) return refuse('unknownInstruction')
        const events = await tx
          .selectFrom('instruction_events')
          .select(['event', 'at', 'user_name', 'note'])
          .where('instruction_id', '=', id)
          .orderBy('id')
          .execute()
        return {
          ...instructionItem(row, caller),
          events: events.map(({ event, at, user_name, note }) => ({
            event: event as InstructionHistory['events'][number]['event'],
            at: at.toISOString(),
            userName: user_name,
            note,
          })),
        }
      }),

    'Instruction/Save': async (input, { caller, write }) => {
      const refusal = await refusalOf(input, caller)
      if (refusal) return refusal
      const account = await accountNamed(store, caller, input.account)
      const price = input.price === undefined ? null : nairaToPrice(input.price)
      if (price === undefined) return refuse('priceNotKobo')
      return write(async (tx) => {
        const known = await tx
          .selectFrom('trading_accounts')
          .select('account')
          .where('account', '=', account)
          .executeTakeFirst()
        const mayUse = caller.permissions.has('TRADE_ALL_ACCOUNTS') || caller.accounts.includes(account)
        if (!known || !mayUse) return refuse('unknownAccount', { account })
        const { id } = await tx
          .insertInto('instructions')
          .values({
            ...{ tenant_id: caller.tenantId, account, security_id: input.securityID, side: input.side },
            ...{ order_qty: input.orderQty, price, until: input.until, is_urgent: input.isUrgent },
            ...{ medium: mediumOf(input, caller), reference: input.reference, text: input.text },
            ...{ user_id: caller.userId, user_name: caller.userName },
            creation_time: new Date(marketTime()),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        await record(tx, caller, id, { event: 'entered', note: input.text })
        const row = await read(tx, caller, id)
        if (!row) throw new Error(`instruction ${id} is not there`)
        return instructionItem(row, caller)
      })
    },

    'Instruction/Take': ({ id }, context) =>
      change(id, context, async ({ taken_by, taken_by_name }) => {
        const { userId, userName } = context.caller
        if (taken_by !== null && taken_by !== userId)
          return refuse('instructionTaken', { instructionID: id, userName: taken_by_name ?? '' })
        return { event: 'taken', note: '', set: takenBy(userId, userName) }
      }),

    'Instruction/HandOver': ({ id, userName, note }, context) =>
      change(id, context, async ({ taken_by, taken_by_name }, tx) => {
        if (taken_by === null) return refuse('instructionNotTaken', { instructionID: id })
        if (taken_by !== context.caller.userId)
          return refuse('instructionTaken', { instructionID: id, userName: taken_by_name ?? '' })
        if (userName === undefined)
          return { event: 'released', note, set: { taken_by: null, taken_by_name: null, taken_at: null } }
        const dealer = await tx
          .selectFrom('users')
          .select(['id', 'user_name'])
          .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
          .where('is_active', '=', true)
          .where('deletion_time', 'is', null)
          .executeTakeFirst()
        // Anybody else could neither work on it nor give it back.
        const grants = dealer && (await grantsOf(tx, context.caller.tenantId, dealer.id))
        if (!dealer || !grants?.includes('TRADE_ALL_ACCOUNTS')) return refuse('unknownUser', { userName })
        const set = takenBy(dealer.id, dealer.user_name)
        return { event: 'handedOver', note: [dealer.user_name, note].filter(Boolean).join(': '), set }
      }),

    'Instruction/Close': ({ id, reason }, context) =>
      change(id, context, async ({ taken_by, taken_by_name }) => {
        const { userId, permissions } = context.caller
        const isDealer = permissions.has('TRADE_ALL_ACCOUNTS')
        // A customer can withdraw their own instruction even after a dealer has taken it.
        if (isDealer && taken_by !== null && taken_by !== userId)
          return refuse('instructionTaken', { instructionID: id, userName: taken_by_name ?? '' })
        const set = { closed_at: new Date(marketTime()), closed_because: reason }
        return { event: 'closed', note: reason, set }
      }),
  }

  /** Why an instruction is not recorded. */
  async function refusalOf(
    { securityID, until }: CallRequest<'Instruction/Save'>,
    caller: Caller,
  ): Promise<Refusal | undefined> {
    if (!caller.permissions.has('TRADE_ALL_ACCOUNTS')) {
      const { customerInstructions } = await settingsInForce(store, caller.tenantId, caller.userId)
      if (!customerInstructions) return refuse('instructionsNotTaken')
    }
    if (statisticsOf(securityID) === undefined) return refuse('unknownSecurity', { securityID })
    const [from, to] = [marketDate(), addDays(marketDate(), LONGEST_INSTRUCTION_DAYS)]
    return until < from || until > to ? refuse('instructionUntil', { from, to }) : undefined
  }

  function takenBy(userId: number, userName: string) {
    return { taken_by: userId, taken_by_name: userName, taken_at: new Date(marketTime()) }
  }
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof instructionsOf>['executeTakeFirst']>>>

/** What customers enter themselves was received online, whatever they send. */
const mediumOf = ({ medium }: Pick<CallRequest<'Instruction/Save'>, 'medium'>, caller: Caller) =>
  seesAllAccounts(caller) ? medium : 'screen'
