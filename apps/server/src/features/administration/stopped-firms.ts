import type { Refusal, StoppedOrders } from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { type Origin, refusalIn } from '../../desk/inputs.ts'
import type { Store } from '../../store/store.ts'

/** How a firm that is disabled is stopped at the desk: kept with the firm until it is done. */
export interface FirmStop {
  /** For those who are stopped. */
  readonly reason: string
  readonly openOrders: StoppedOrders
}

/** Which kill switch of the host stops a firm, as the desk is told. */
export const hostSwitchOf = (tenantId: number) =>
  ({ tenantId, scope: 'tenant', id: '', cause: 'person' }) as const

/** Switches the host's kill switch of a disabled firm on. It is done again by the next server if this one ends before. */
export async function stopFirm(
  { store, desk }: { readonly store: Store; readonly desk: Pick<DeskPort, 'submit'> },
  { id, origin, stop }: { readonly id: number; readonly origin: Origin; readonly stop: FirmStop },
): Promise<Refusal | undefined> {
  const refusal = refusalIn(
    await desk.submit({ kind: 'setKillSwitch', origin, ...hostSwitchOf(id), on: true, ...stop }),
  )
  if (refusal) return refusal
  await store
    .forHost()
    .write((tx) =>
      tx.updateTable('tenants').set({ stop_orders: null, stop_reason: null }).where('id', '=', id).execute(),
    )
  return undefined
}
