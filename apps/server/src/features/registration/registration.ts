import {
  accountRequestList,
  bankCodes,
  banks,
  isRefusal,
  MAX_ANSWER_ROWS,
  type RegistrationCallName,
  refuse,
} from '@tradebook/contract'
import { listFile } from '../../files/list-file.ts'
import type { Handlers } from '../../http/handlers.ts'
import { auditOnly } from '../../platform/audited-write.ts'
import type { Registrations } from '../../platform/registrations.ts'
import { dayAndFirm } from '../../platform/tenants.ts'
import { HOST } from '../../store/host.ts'
import { allRows, readPage } from '../../store/list-rows.ts'
import { unlessTaken } from '../../store/users.ts'
import { type Completion, type CompletionParts, openCompletion } from './completion.ts'
import type { DocumentChecks } from './document-checks.ts'
import { checkedFiles, type DraftParts, keepDraft, openFromPaper, openRequest } from './drafts.ts'
import { openRequestMails } from './mails.ts'
import { personOf, personSignedIn } from './person.ts'
import { newestOf, ownRequests, requestSeenBy, requestShown, requestSource } from './request-rows.ts'
import { approve, reject } from './review.ts'

export interface RegistrationParts
  extends Omit<CompletionParts, 'mails' | 'announce'>,
    Pick<DraftParts, 'marketDate'> {
  readonly registrations: Registrations
  readonly documentChecks: DocumentChecks
  /** A request of the firm may wait for staff. */
  readonly onWaiting: (tenantId: number) => void
}

/** Of a paper form without an e-mail address. */
const NO_USER = { firstName: '', surname: '', emailAddress: '', isEmailVerified: false } as const

/** Requests of persons for trading accounts, from the first draft to the account that trades. */
export function registrationFeature(given: RegistrationParts): {
  readonly handlers: Handlers<RegistrationCallName>
  readonly completion: Completion
} {
  const { store, registrations, auditedWrite, outbox } = given
  const mails = openRequestMails(outbox)
  const announce = (tenantId: number) => {
    outbox.announce(tenantId)
    given.onWaiting(tenantId)
  }
  const completion = openCompletion({ ...given, mails, announce })
  const parts = { ...given, mails, completion }

  const handlers: Handlers<RegistrationCallName> = {
    async 'Customer/CreateCustomer'(sent, context) {
      const person = personSignedIn(context)
      const files = await checkedFiles(given.documentChecks, person, context.files)
      if (isRefusal(files)) return files
      const saved = await unlessTaken(
        context.write(async (tx, changed) => {
          const row = await openFromPaper(tx, parts, person, sent)
          if (isRefusal(row)) return row
          const draft = { person, sent: { ...sent, removedDocuments: [] }, files, context, changed }
          return keepDraft(tx, parts, row, draft)
        }),
        { emailAddress: sent.emailAddress ?? '' },
      )
      announce(person.tenantId)
      return saved
    },

    async 'Customer/CustomerRegister'({ accessToken, ...sent }, context) {
      const call = { name: 'Customer/CustomerRegister', accessToken, parameters: sent }
      const person = await personOf({ registrations, auditedWrite }, call, context)
      if (isRefusal(person)) return person
      if (person.tenantId === HOST) return refuse('registrationClosed')
      const files = await checkedFiles(given.documentChecks, person, context.files)
      if (isRefusal(files)) return files
      const saved = await person.write(async (tx, changed) => {
        const row = await openRequest(tx, parts, person, sent.accountType)
        const draft = { person, sent: { ...sent, removedDocuments: [] }, files, context, changed }
        return keepDraft(tx, parts, row, draft)
      })
      announce(person.tenantId)
      return saved
    },

    async 'Customer/UpdateCustomerAccountCreationRequest'({ accessToken, id, ...sent }, context) {
      const call = {
        ...{ name: 'Customer/UpdateCustomerAccountCreationRequest', accessToken },
        parameters: { id, ...sent },
      }
      const person = await personOf({ registrations, auditedWrite }, call, context)
      if (isRefusal(person)) return person
      const files = await checkedFiles(given.documentChecks, person, context.files)
      if (isRefusal(files)) return files
      const written = person.write(async (tx, changed) => {
        const row = await requestSeenBy(person, id)(tx).forUpdate().executeTakeFirst()
        if (!row) return refuse('unknownAccountRequest')
        return keepDraft(tx, parts, row, { person, sent, files, context, changed })
      })
      const saved = await unlessTaken(written, { emailAddress: sent.emailAddress ?? '' })
      announce(person.tenantId)
      return saved
    },

    async 'Customer/RejectCustomerAccountCreationRequest'(asked, context) {
      const answer = await reject(parts, asked, context)
      announce(context.caller.tenantId)
      return answer
    },

    'Customer/ApproveAndSubmitCustomerAccountCreationRequest': (asked, context) =>
      approve(parts, asked, context),

    'Customer/GetAllCustomerAccountCreationRequests': (input, { caller }) =>
      readPage(store.forTenant(caller.tenantId), requestSource(input), input),

    async 'Customer/DownloadCustomerAccountCreationRequests'(input, { caller, translate }) {
      const rows = allRows(store.forTenant(caller.tenantId), requestSource(input))
      const of = await dayAndFirm(store, given.marketDate(), caller.tenantId)
      return listFile(accountRequestList, rows, { ...input, translate, of })
    },

    async 'Customer/GetAllUserAccountCreationRequests'(_, { caller, translate }) {
      const own = { skipCount: 0, maxResultCount: MAX_ANSWER_ROWS }
      const source = ownRequests(caller.userId, translate)
      const { totalCount, items } = await readPage(store.forTenant(caller.tenantId), source, own)
      return { totalCount, items }
    },

    async 'Customer/GetCustomerAccountCreationRequestStatus'({ id }, context) {
      const { bearer: accessToken } = context
      const marketDate = given.marketDate()
      const none = {
        id: null,
        status: null,
        reason: null,
        history: [],
        request: null,
        known: null,
        marketDate,
      }
      const registration = context.caller || !accessToken ? undefined : await registrations.find(accessToken)
      if (registration && !registration.person?.isEmailVerified) return { ...none, isEmailVerified: false }
      const call = { name: 'Customer/GetCustomerAccountCreationRequestStatus', accessToken, parameters: {} }
      const person = await personOf({ registrations, auditedWrite }, call, context)
      if (isRefusal(person)) return person
      return store.forTenant(person.tenantId).read(async (tx) => {
        const row = await (id === undefined
          ? newestOf(tx, person)
          : requestSeenBy(person, id)(tx).executeTakeFirst())
        if (!row && id !== undefined) return refuse('unknownAccountRequest')
        const owner = await tx
          .selectFrom('users')
          .select(['name as firstName', 'surname', 'email_address as emailAddress'])
          .select('is_email_confirmed as isEmailVerified')
          .where('id', '=', row ? row.user_id : person.userId)
          .executeTakeFirst()
        const { isEmailVerified, ...known } = owner ?? NO_USER
        if (!row) return { ...none, known, isEmailVerified }
        const request = await requestShown(tx, row, person, context.translate, given.depository)
        const { status, reason, history } = request
        return { ...none, id: row.id, status, reason, history, isEmailVerified, request }
      })
    },

    async 'Customer/GetCustomerAccountCreationRequest'({ id }, context) {
      const person = personSignedIn(context)
      return store.forTenant(person.tenantId).read(async (tx) => {
        const row = await requestSeenBy(person, id)(tx).executeTakeFirst()
        return row
          ? requestShown(tx, row, person, context.translate, given.depository)
          : refuse('unknownAccountRequest')
      })
    },

    async 'Customer/GetDocument'({ id, kind }, context) {
      const person = personSignedIn(context)
      const document = await store.forTenant(person.tenantId).read(async (tx) => {
        const row = await requestSeenBy(person, id)(tx).executeTakeFirst()
        if (!row) return undefined
        const kept = await tx
          .selectFrom('account_request_documents')
          .select(['name', 'type', 'content'])
          .where('request_id', '=', id)
          .where('kind', '=', kind)
          .executeTakeFirst()
        return kept && { ...kept, user_id: row.user_id }
      })
      if (!document) return refuse('unknownDocument')
      if (document.user_id !== person.userId) await context.write(auditOnly)
      const { name, type, content } = document
      return {
        ...{ name, type, rows: () => 1 },
        body: (async function* () {
          yield content
        })(),
      }
    },

    'Customer/GetBanks': async () => ({
      items: bankCodes.map((sortCode) => ({ label: banks[sortCode], sortCode })),
    }),
  }
  return { handlers, completion }
}
