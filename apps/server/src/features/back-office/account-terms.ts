import { type BankCode, type CashRoute, type CashTerms, refuse } from '@tradebook/contract'
import type { Desk } from '../../desk/desk.ts'
import { originOf } from '../../desk/inputs.ts'
import type { CallContext, Caller, Handlers } from '../../http/handlers.ts'
import { findAccount } from '../../platform/account-access.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import { findTenant } from '../../platform/tenants.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface AccountTermsDependencies {
  readonly store: Store
  readonly desk: Pick<Desk, 'submit'>
  readonly outbox: Pick<MailOutbox, 'add' | 'announce'>
}

/**
 * What was agreed for an account. The desk settles by it, so the desk writes its row and the audit row. Who
 * signs in for the account is informed by mail of a change, which is written after the desk's own commit.
 */
export const accountTermsHandlers = ({
  store,
  desk,
  outbox,
}: AccountTermsDependencies): Handlers<`BackOffice/${'Get' | 'Update'}AccountTerms`> => {
  return {
    'BackOffice/GetAccountTerms': ({ cscsAcct }, { caller }) =>
      store.forTenant(caller.tenantId).read(async (tx) => {
        const account = await findAccount(tx, caller, cscsAcct)
        if (!account) return refuse('unknownAccount', { account: cscsAcct })
        const row = await termsOf(tx, account)
        return {
          cashRoute: row.cash_route as CashRoute,
          bankCode: row.bank_code as BankCode | null,
          bankAccount: row.bank_account,
        }
      }),

    'BackOffice/UpdateAccountTerms': async ({ cscsAcct, cashRoute, bankCode, bankAccount }, context) => {
      const { caller } = context
      const known = await store.forTenant(caller.tenantId).read(async (tx) => {
        const account = await findAccount(tx, caller, cscsAcct)
        return account === undefined ? undefined : termsOf(tx, account)
      })
      if (!known) return refuse('unknownAccount', { account: cscsAcct })
      const { account } = known
      const cash: CashTerms = {
        route: cashRoute,
        bankAccount: bankCode && bankAccount ? { bankCode, number: bankAccount } : null,
      }
      // A bank without a number, or a number without a bank, is no account.
      if (!cash.bankAccount && (bankCode || bankAccount)) return refuse('noBankAccount', { account })
      const answer = await desk.submit({
        kind: 'changeTerms',
        origin: originOf(context),
        account: {
          account,
          cscsAccount: known.cscs_account,
          customerId: known.customer_id,
          customerName: known.name,
          cash,
        },
      })
      if (answer.kind === 'refused') return answer.refusal
      if (answer.kind !== 'done') throw new Error(`the desk answered ${answer.kind}`)
      const isChanged =
        known.cash_route !== cashRoute || known.bank_code !== bankCode || known.bank_account !== bankAccount
      if (isChanged) await inform(account, context)
      return {}
    },
  }

  async function inform(account: string, { caller: { tenantId }, culture: language }: CallContext<Caller>) {
    const firm = (await findTenant(store, { id: tenantId }))?.name ?? ''
    await store.forTenant(tenantId).write(async (tx) => {
      const owners = await tx
        .selectFrom('user_trading_accounts')
        .innerJoin('users', 'users.id', 'user_trading_accounts.user_id')
        .select(['users.id', 'users.name', 'users.email_address'])
        .where('account', '=', account)
        .where('is_active', '=', true)
        .execute()
      for (const { id: userId, name, email_address: emailAddress } of owners) {
        const owner = { tenantId, userId, emailAddress, language }
        await outbox.add(tx, owner, 'cashTermsChanged', { name, account, firm })
      }
    })
    outbox.announce(tenantId)
  }
}

const termsOf = (tx: Tx, account: string) =>
  tx
    .selectFrom('trading_accounts')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
        .onRef('customers.id', '=', 'trading_accounts.customer_id'),
    )
    .select(['account', 'cscs_account', 'customer_id', 'name', 'cash_route', 'bank_code', 'bank_account'])
    .where('account', '=', account)
    .executeTakeFirstOrThrow()
