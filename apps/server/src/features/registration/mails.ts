import type { LanguageName, MailName, MailValues } from '@tradebook/contract'
import {
  defaultLanguage,
  languageChosenBy,
  type Translate,
  translateTo,
} from '../../platform/localisation.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'
import type { Tx } from '../../store/store.ts'
import type { RequestRow } from './request-rows.ts'

type RequestMail = Extract<MailName, `request${string}`>
type Facts<Name extends RequestMail> = Omit<MailValues<Name>, 'name' | 'firm'>

/** Mails to the person who requested an account. */
export interface RequestMails {
  /**
   * Writes a mail to the owner of a request in the same transaction as the change it reports. The mail and any facts
   * that are words use the language that the owner chose, or the given one. No mail is written if the owner was deleted
   * or has no address.
   */
  add<Name extends RequestMail>(
    tx: Tx,
    request: Pick<RequestRow, 'tenant_id' | 'user_id'>,
    mail: Name,
    facts: Facts<Name> | ((translate: Translate) => Facts<Name>),
    language?: LanguageName,
  ): Promise<void>
}

export const openRequestMails = (outbox: MailOutbox): RequestMails => ({
  async add(tx, { tenant_id: tenantId, user_id: userId }, mail, facts, language) {
    if (userId === null) return
    const owner = await tx
      .selectFrom('users')
      .select(['name', 'email_address'])
      .where('id', '=', userId)
      .where('deletion_time', 'is', null)
      .executeTakeFirst()
    if (!owner) return
    const { name, email_address: emailAddress } = owner
    const { name: firm } = await tx
      .selectFrom('tenants')
      .select('name')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow()
    const chosen = (await languageChosenBy(tx, userId)) ?? language ?? defaultLanguage
    const worded = typeof facts === 'function' ? facts(translateTo(chosen)) : facts
    const values = { ...worded, name, firm } as unknown as MailValues<typeof mail>
    await outbox.add(tx, { tenantId, userId, emailAddress, language: chosen }, mail, values)
  },
})
