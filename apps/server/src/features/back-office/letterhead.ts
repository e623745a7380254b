import { lagosDate, shownDate } from '@tradebook/contract'
import type { PrintedDocument } from '../../files/pdf/document.ts'
import type { CallContext } from '../../http/handlers.ts'
import { wallClock } from '../../platform/clock.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { findTenant } from '../../platform/tenants.ts'
import type { Store } from '../../store/store.ts'

type Translate = CallContext['translate']

/** What is the same on all documents of a firm. */
export interface Letterhead extends Pick<PrintedDocument, 'issuer' | 'logo' | 'signatory'> {
  readonly foot: NonNullable<PrintedDocument['foot']>
  /** What every document ends with. */
  readonly remarks: readonly string[]
}

/** Who issues a firm's documents, as they print it: name, address, how it is reached, its numbers, and whose member it is. */
export async function issuerOf(
  store: Store,
  tenantId: number,
  t: Translate,
): Promise<PrintedDocument['issuer']> {
  const name = (await findTenant(store, { id: tenantId }))?.name ?? ''
  const firm = await settingsInForce(store, tenantId, null)
  const numbers = [
    // People enter it with its letters, too, which the line has.
    firm.rcNumber && t('Document.Rc', { number: firm.rcNumber.replace(/^RC\s*:?\s*/i, '') }),
    firm.secNumber && t('Document.Sec', { number: firm.secNumber }),
    firm.taxNumber && t('Document.Tax', { number: firm.taxNumber }),
  ]
  return [
    name,
    ...linesOf(firm.address),
    ...present([present([firm.phone.replaceAll('\n', ', '), firm.emailAddress]).join(' · ')]),
    firm.memberCode === '' ? t('Note.Member') : t('Note.Member.code', { code: firm.memberCode }),
    ...present([present(numbers).join(' · ')]),
  ]
}

/** What letterheads are made from. */
export interface LetterheadParts {
  readonly store: Store
  /** Epoch milliseconds: when a document is printed. */
  readonly now?: () => number
}

/** What a firm's documents have in common, with its picture and who signs. */
export async function letterheadOf(
  { store, now = wallClock.now }: LetterheadParts,
  tenantId: number,
  t: Translate,
): Promise<Letterhead> {
  const issuer = await issuerOf(store, tenantId, t)
  const { reportErrorsDays, signatory } = await settingsInForce(store, tenantId, null)
  const logo = await store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('firm_logos').select('content').executeTakeFirst())
  const signed = linesOf(signatory)
  return {
    issuer,
    logo: logo && new Uint8Array(logo.content),
    signatory: signed.length > 0 ? [t('Document.For', { firm: issuer[0] }), ...signed] : undefined,
    foot: {
      printed: t('Document.Printed', { date: shownDate(lagosDate(now()), t) }),
      page: t('Document.Page', { page: '{page}', pages: '{pages}' }),
    },
    remarks: reportErrorsDays > 0 ? [t('Document.ReportErrors', { days: reportErrorsDays })] : [],
  }
}

/** The lines of a text that say something. */
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

const present = (texts: readonly string[]): string[] => texts.filter((text) => text !== '')
