import type { StoppedOrders } from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { installation } from '../../desk/inputs.ts'
import { HOST } from '../../store/host.ts'
import type { Store } from '../../store/store.ts'
import { hideFirm, standingAtDesk } from './firms.ts'
import { stopFirm } from './stopped-firms.ts'

/**
 * Completes what a server that ended had left half done: a firm that was made is opened at the desk, one that the desk
 * closed is hidden, and one that was disabled is stopped.
 */
export async function completeFirms(store: Store, desk: Pick<DeskPort, 'submit'>): Promise<void> {
  const firms = await store
    .forHost()
    .read((tx) =>
      tx
        .selectFrom('tenants')
        .select(['id', 'stop_orders', 'stop_reason'])
        .where('id', '>', 0)
        .where('deletion_time', 'is', null)
        .execute(),
    )
  for (const { id, stop_orders: openOrders, stop_reason: reason } of firms) {
    const standing = await standingAtDesk(store, id)
    if (standing === 'closed') await hideFirm(store, id)
    if (standing === 'missing') await desk.submit({ kind: 'openFirm', origin: installation(id) })
    if (standing !== 'closed' && openOrders !== null && reason !== null) {
      const stop = { openOrders: openOrders as StoppedOrders, reason }
      await stopFirm({ store, desk }, { id, origin: installation(HOST), stop })
    }
  }
}
