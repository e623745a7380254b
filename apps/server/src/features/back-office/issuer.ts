import type { PrintedDocument } from '../../files/pdf/document.ts'
import type { CallContext } from '../../http/handlers.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { findTenant } from '../../platform/tenants.ts'
import type { Store } from '../../store/store.ts'

/** Who issues a firm's documents, as they print it: name, address, phone, and whose member it is under which code. */
export async function issuerOf(
  store: Store,
  tenantId: number,
  translate: CallContext['translate'],
): Promise<PrintedDocument['issuer']> {
  const name = (await findTenant(store, { id: tenantId }))?.name ?? ''
  const { memberCode, address, phone } = await settingsInForce(store, tenantId, null)
  return [
    name,
    ...address.split('\n').filter((line) => line.trim() !== ''),
    ...(phone === '' ? [] : [phone]),
    memberCode === '' ? translate('Note.Member') : translate('Note.Member.code', { code: memberCode }),
  ]
}
