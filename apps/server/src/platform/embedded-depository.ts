import type { TextKey } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Store, Tx } from '../store/store.ts'
import type { Depository, DepositoryAccount, DepositoryApplication } from './depository.ts'

/** How the embedded depository answers: a demo lets anyone who shows it choose. */
export const depositoryModes = ['assigns', 'refuses', 'silent'] as const
export type DepositoryMode = (typeof depositoryModes)[number]

export interface EmbeddedDepository extends Depository {
  mode: DepositoryMode
}

/** Its own numbers begin here, above those that demos and brokers give out. */
const FIRST_NUMBER = 7_000_000_000

/** A depository within the server: it answers at once, and keeps its numbers among the rows of the firm that asked. */
export function openEmbeddedDepository(store: Store): EmbeddedDepository {
  const depository: EmbeddedDepository = {
    isByHand: false,
    mode: 'assigns',
    async open(application) {
      if (depository.mode === 'silent') return { kind: 'silent' }
      if (depository.mode === 'refuses')
        return { kind: 'refused', reason: 'Registration.Failed.bvn' satisfies TextKey }
      const account = await store.forTenant(application.tenantId).write((tx) => assign(tx, application))
      return { kind: 'assigned', ...account }
    },
  }
  return depository
}

/** Who asks again is answered alike, except for a number that was corrected meanwhile. */
async function assign(tx: Tx, application: DepositoryApplication): Promise<DepositoryAccount> {
  const { tenantId, requestId, name, cscsAccount, chn } = application
  const known = await tx
    .selectFrom('depository_accounts')
    .selectAll()
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  const { rows } = await sql<{ number: string }>`select nextval('depository_numbers') as number`.execute(tx)
  const number = Number(rows[0]?.number)
  const account = {
    cscsAccount:
      known && known.asked_cscs_account === cscsAccount
        ? known.cscs_account
        : (cscsAccount ?? String(FIRST_NUMBER + number)),
    chn:
      known && known.asked_chn === chn
        ? known.chn
        : (chn ?? `C${String(number).padStart(8, '0')}${initialsOf(name)}`),
  }
  const row = {
    ...{ cscs_account: account.cscsAccount, chn: account.chn },
    ...{ asked_cscs_account: cscsAccount, asked_chn: chn },
  }
  await tx
    .insertInto('depository_accounts')
    .values({ tenant_id: tenantId, request_id: requestId, ...row })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'request_id']).doUpdateSet(row))
    .execute()
  return account
}

/** Two letters of a name: those with which its first two words begin, `X` where there are fewer. */
const initialsOf = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^A-Z]+/)
    .map((word) => word.charAt(0))
    .join('')
    .padEnd(2, 'X')
    .slice(0, 2)
