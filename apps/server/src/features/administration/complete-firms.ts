import type { Desk } from '../../desk/desk.ts'
import { installation } from '../../desk/inputs.ts'
import type { Store } from '../../store/store.ts'
import { hideFirm, standingAtDesk } from './firms.ts'

/**
 * Completes what a server that ended had left half done: a firm that was made is opened at the desk, and one
 * that the desk closed is hidden.
 */
export async function completeFirms(store: Store, desk: Pick<Desk, 'submit'>): Promise<void> {
  const firms = await store
    .forHost()
    .read((tx) =>
      tx.selectFrom('tenants').select('id').where('id', '>', 0).where('deletion_time', 'is', null).execute(),
    )
  for (const { id } of firms) {
    const standing = await standingAtDesk(store, id)
    if (standing === 'closed') await hideFirm(store, id)
    if (standing === 'missing') await desk.submit({ kind: 'openFirm', origin: installation(id) })
  }
}
