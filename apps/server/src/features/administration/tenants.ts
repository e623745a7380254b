import {
  type CallRequest,
  type FirstLink,
  isRefusal,
  type Refusal,
  refuse,
  type StoppedOrders,
  settingTexts,
} from '@tradebook/contract'
import type { DeskPort } from '../../desk/desk-port.ts'
import { type ClientInput, originOf, refusalIn } from '../../desk/inputs.ts'
import type { CallContext, Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { MailOutbox, Recipient } from '../../platform/mail-outbox.ts'
import { addPasswordLink, type PasswordLinkParts, voidPasswordLinks } from '../../platform/password-links.ts'
import type { Sessions } from '../../platform/sessions.ts'
import { settingsInForce } from '../../platform/settings.ts'
import { type FoundTenant, findTenant, type Tenants } from '../../platform/tenants.ts'
import { openTurns } from '../../platform/turns.ts'
import { isNameOfAnother, newUserName } from '../../platform/user-names.ts'
import { HOST } from '../../store/host.ts'
import { readPage } from '../../store/list-rows.ts'
import type { Store, Tx } from '../../store/store.ts'
import { type NewPerson, unlessTaken } from '../../store/users.ts'
import {
  adminBeforeSignIn,
  changeFirm,
  decidedOf,
  type FirmChange,
  firstAdmin,
  hideFirm,
  insertFirm,
  nameSecondAdmin,
  passwordOfNobody,
  readFirm,
  secondAdmin,
  standingAtDesk,
} from './firms.ts'
import { hostSwitchOf, stopFirm } from './stopped-firms.ts'
import { tenantSource } from './tenant-list.ts'

export interface TenantsParts extends PasswordLinkParts {
  readonly store: Store
  readonly desk: Pick<DeskPort, 'submit'>
  readonly sessions: Sessions
  readonly tenants: Tenants
  readonly outbox: MailOutbox
}

type Context = CallContext<Caller>
type Particulars = Pick<CallRequest<'Tenant/Update'>, 'memberCode' | 'address' | 'phone'>

const LINK_HOURS = 72
const HOUR_MS = 3_600_000

/**
 * The firms of the installation, which the host administers. A firm is rows that every request reads, and a
 * part of the desk. Each step is kept where the next server finds it, which `completeFirms` the one that is missing: a
 * firm that is disabled lets nobody in any more before the desk stops it, and is stopped by the next server if this one
 * ends in between.
 */
export function tenantsFeature(parts: TenantsParts): Handlers<`Tenant/${string}`> {
  const { store, desk, sessions, tenants, outbox, clock } = parts
  const inTurn = openTurns()
  return {
    'Tenant/GetAll': (input) => readPage(store.forHost(), tenantSource(input), input),

    'Tenant/Get': ({ id }) => readFirm(store, id),

    async 'Tenant/Create'(asked, context) {
      const made = await makeFirm(asked, context)
      if (isRefusal(made)) return made
      const { tenantId, ...shownOnce } = made
      const refusal = await submit({ kind: 'openFirm', origin: originIn(tenantId, context) })
      if (refusal) {
        await hideFirm(store, tenantId)
        return refusal
      }
      const refused = await changeParticulars(tenantId, asked, context)
      if (refused) return (await closeAndHide({ id: tenantId, ...asked }, context)) ?? refused
      outbox.announce(tenantId)
      tenants.changed()
      const firm = await readFirm(store, tenantId)
      return isRefusal(firm) ? firm : { ...firm, ...shownOnce }
    },

    'Tenant/RenewFirstLink': ({ id, adminEmailAddress }, context) =>
      ofFirm(id, async (firm) => {
        const renewed = await renewFirstLink(firm, adminEmailAddress, context)
        if (!isRefusal(renewed)) outbox.announce(id)
        return renewed
      }),

    'Tenant/NameSecondAdministrator': ({ id, ...person }, context) =>
      ofFirm(id, async (firm) => {
        const named = await nameSecond(firm, person, context)
        if (!isRefusal(named)) outbox.announce(id)
        return named
      }),

    'Tenant/Update': ({ id, tenancyName, name, isActive, openOrders, ...asked }, context) =>
      ofFirm(id, async (before) => {
        const change = { tenancyName, name, isActive, features: asked.features }
        const stops = !isActive && (before.isActive || openOrders !== undefined)
        // What can be refused comes first: a change that is refused has not stopped the firm.
        return (
          (await refusalOfName(id, tenancyName)) ??
          (await changeParticulars(id, asked, context)) ??
          (stops
            ? await disable(id, change, { openOrders }, context)
            : await changeRows(id, change, context)) ??
          readFirm(store, id)
        )
      }),

    'Tenant/Delete': ({ id }, context) =>
      ofFirm(id, async (firm) => (await closeAndHide(firm, context)) ?? null),

    'Tenant/Activate': ({ id, releaseKillSwitch }, context) =>
      ofFirm(
        id,
        async () =>
          (await changeRows(id, { isActive: true }, context)) ??
          (releaseKillSwitch ? await release(id, context) : undefined) ??
          readFirm(store, id),
      ),

    'Tenant/DeActivate': ({ id, ...asked }, context) =>
      ofFirm(id, async () => (await disable(id, { isActive: false }, asked, context)) ?? readFirm(store, id)),
  }

  /** Calls about one firm take their turn: each is of several steps, which would mix with those of another. */
  async function ofFirm<T>(
    id: number,
    work: (firm: FoundTenant) => Promise<T | Refusal>,
  ): Promise<T | Refusal> {
    return inTurn(id, async () => {
      const firm = id === HOST ? undefined : await findTenant(store, { id })
      return firm ? work(firm) : refuse('unknownTenant')
    })
  }

  /** Deletes a firm: the desk closes it, unless something that failed left only the rest to do. */
  async function closeAndHide(
    { id, tenancyName, name, isActive }: FoundTenant,
    context: Context,
  ): Promise<Refusal | undefined> {
    if ((await standingAtDesk(store, id)) === 'open') {
      const before = { tenancyName, name, isActive }
      const refusal = await submit({ kind: 'closeFirm', origin: originOf(context), tenantId: id, before })
      if (refusal) return refusal
    }
    await sessions.endAllOfFirm(id, (endSessions) => hideFirm(store, id, endSessions))
    tenants.changed()
    return undefined
  }

  async function refusalOfName(id: number, tenancyName: string): Promise<Refusal | undefined> {
    const named = await findTenant(store, { tenancyName })
    return named && named.id !== id ? refuse('tenancyNameTaken', { tenancyName }) : undefined
  }

  /** Makes the rows of a firm, and the link and the mail by which its administrator chooses a password. */
  async function makeFirm(
    { tenancyName, name, isActive, features, adminEmailAddress }: CallRequest<'Tenant/Create'>,
    { write, culture }: Context,
  ) {
    const passwordHash = await passwordOfNobody()
    const firm = { tenancyName, name, isActive, features, adminEmailAddress }
    return unlessTaken(
      write(async (tx, recordChange) => {
        const ids = await insertFirm(store, tx, firm, passwordHash)
        const recipient = { ...ids, emailAddress: adminEmailAddress, language: culture }
        const link = await addFirstLink(tx, { tenancyName, name }, firstAdmin, recipient)
        const after = await decidedOf(store, tx, ids.tenantId)
        recordChange({ entity: 'Tenant', id: String(ids.tenantId), before: null, after })
        await store.become(tx, HOST)
        return { tenantId: ids.tenantId, ...link }
      }),
      { tenancyName },
    )
  }

  /** Adds a link and its mail by which a firm's administrator chooses a password; the transaction is one of the firm. */
  async function addFirstLink(
    tx: Tx,
    { tenancyName, name: firm }: Pick<FoundTenant, 'tenancyName' | 'name'>,
    { name, userName }: Pick<NewPerson, 'name' | 'userName'>,
    to: Recipient & { readonly userId: number },
  ): Promise<FirstLink> {
    const expiresAt = new Date(clock.now() + LINK_HOURS * HOUR_MS)
    const link = await addPasswordLink(tx, parts, { ...to, tenancyName }, LINK_HOURS * HOUR_MS)
    await outbox.add(tx, to, 'firmOpened', { name, userName, firm, link, hours: LINK_HOURS })
    return {
      ...{ adminUserName: userName, adminEmailAddress: to.emailAddress },
      ...{ passwordLink: link, passwordLinkExpires: expiresAt.toISOString() },
    }
  }

  /**
   * Corrects the address of a firm's administrator and replaces the link that went to the earlier one, as long as
   * nobody has signed in by it: from then on who works for the firm is its own affair.
   */
  function renewFirstLink(
    firm: FoundTenant,
    emailAddress: string,
    { write, culture }: Context,
  ): Promise<FirstLink | Refusal> {
    return unlessTaken(
      write<FirstLink | Refusal>(async (tx, recordChange) => {
        await store.become(tx, firm.id)
        const admin = await adminBeforeSignIn(tx).forUpdate().executeTakeFirst()
        if (!admin) return refuse('firmHasAdministrator')
        await voidPasswordLinks(tx, admin.id, clock.now())
        await tx
          .updateTable('users')
          .set({ email_address: emailAddress })
          .where('id', '=', admin.id)
          .execute()
        const to = { tenantId: firm.id, userId: admin.id, emailAddress, language: culture }
        const link = await addFirstLink(tx, firm, firstAdmin, to)
        recordChange({
          ...{ entity: 'Tenant', id: String(firm.id), before: { adminEmailAddress: admin.email_address } },
          after: { adminEmailAddress: emailAddress },
        })
        await store.become(tx, HOST)
        return link
      }),
      { emailAddress },
    )
  }

  /**
   * Makes the second administrator of a firm, of whom the first is independent: neither made the other. Until that one has
   * signed in, it is corrected who that is, and the link that was mailed is replaced.
   */
  async function nameSecond(
    firm: FoundTenant,
    { userName: typed, ...named }: Omit<CallRequest<'Tenant/NameSecondAdministrator'>, 'id'>,
    { write, culture }: Context,
  ): Promise<FirstLink | Refusal> {
    const userName = newUserName({ userName: typed })
    if (isRefusal(userName)) return userName
    const person = { ...named, userName }
    const { emailAddress } = person
    return unlessTaken(
      write<FirstLink | Refusal>(async (tx, recordChange) => {
        await store.become(tx, firm.id)
        const before = await secondAdmin(tx)
        if (before?.last_login_time)
          return refuse('firmHasSecondAdministrator', { userName: before.user_name })
        if (await isNameOfAnother(tx, userName, before?.id)) return refuse('userNameTaken', { userName })
        if (before) await voidPasswordLinks(tx, before.id, clock.now())
        const userId = await nameSecondAdmin(store, tx, firm.id, before?.id, person)
        const to = { tenantId: firm.id, userId, emailAddress, language: culture }
        const link = await addFirstLink(tx, firm, person, to)
        recordChange({
          ...{ entity: 'Tenant', id: String(firm.id) },
          before: before ? { secondAdmin: before.user_name, emailAddress: before.email_address } : null,
          after: { secondAdmin: userName, emailAddress },
        })
        await store.become(tx, HOST)
        return link
      }),
      { userName, emailAddress },
    )
  }

  /** Changes the rows of a firm, audited; all sessions of a firm that is disabled end with it. */
  async function changeRows(
    id: number,
    change: FirmChange,
    { write }: Context,
  ): Promise<Refusal | undefined> {
    const changed = (inFirm?: (tx: Tx) => Promise<void>) =>
      unlessTaken(
        write(async (tx, recordChange) => recordChange(await changeFirm(store, tx, id, change, inFirm))),
        { tenancyName: change.tenancyName ?? '' },
      )
    const result = await (change.isActive === false ? sessions.endAllOfFirm(id, changed) : changed())
    tenants.changed()
    return isRefusal(result) ? result : undefined
  }

  /** What the firm prints and numbers its accounts by; what is as it was is left alone. */
  async function changeParticulars(
    id: number,
    { memberCode, address, phone }: Particulars,
    context: Context,
  ): Promise<Refusal | undefined> {
    const before = await settingsInForce(store, id, null)
    const changed = Object.entries({ memberCode, address, phone }).filter(
      ([setting, value]) => value !== undefined && value !== before[setting as keyof Particulars],
    )
    if (changed.length === 0) return undefined
    const refusal = await submit({
      kind: 'changeSettings',
      origin: originIn(id, context),
      texts: settingTexts(Object.fromEntries(changed)),
    })
    tenants.changed()
    return refusal
  }

  /** Disables a firm, with what else changes of it, and stops it at the desk. */
  async function disable(
    id: number,
    change: FirmChange,
    { reason, openOrders = 'cancel' }: { readonly reason?: string; readonly openOrders?: StoppedOrders },
    context: Context,
  ): Promise<Refusal | undefined> {
    const stop = { reason: reason || context.translate('Tenants.Disable.Reason.default'), openOrders }
    return (
      (await changeRows(id, { ...change, isActive: false, stop }, context)) ??
      stopFirm(parts, { id, origin: originOf(context), stop })
    )
  }

  function release(id: number, context: Context): Promise<Refusal | undefined> {
    const reason = context.translate('Tenants.Enable.Reason')
    return submit({
      kind: 'setKillSwitch',
      origin: originOf(context),
      ...hostSwitchOf(id),
      on: false,
      reason,
    })
  }

  async function submit(input: ClientInput): Promise<Refusal | undefined> {
    return refusalIn(await desk.submit(input))
  }
}

/** A person of the host, in the firm that an input of the desk is about. */
const originIn = (tenantId: number, context: Context) => ({ ...originOf(context), tenantId })
