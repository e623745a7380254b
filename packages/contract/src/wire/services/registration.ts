import { z } from 'zod'
import { documentKindNames, documentLimits, reviewPermission } from '../../rules/account-requests.ts'
import {
  accountRequest,
  accountRequestRow,
  ownAccountRequest,
  requestEvent,
  requestRemark,
  requestStatus,
  requestWarning,
} from '../account-request-shapes.ts'
import { byHand, call, type FilesTaken, fileCall, type RateLimit } from '../call.ts'
import { listFileInput, listInput } from '../list-input.ts'
import { accountRequestList } from '../lists/account-requests.ts'
import { items, listPage, page } from '../paging.ts'
import { verificationCode } from '../schemas/identity.ts'
import { registerInput } from '../schemas/registering.ts'
import {
  accountType,
  depositoryNumbers,
  documentKind,
  registrationFieldNames,
} from '../schemas/registration.ts'
import { draftFields } from '../schemas/registration-drafts.ts'
import { code, linesOfText, soughtText } from '../schemas/shown-text.ts'
import { rowId } from '../schemas/users.ts'

/** A registration token, as `Account/Register` and the sign-in of an incomplete registration answer it. */
const accessToken = code(1024)
/** Who is signed in needs none. */
const optionalToken = accessToken.nullish()

const { id } = rowId.shape
const reason = linesOfText(1000).min(1)
/**
 * Of the request as the reviewer read it. Older clients name none: then what was changed since it was submitted first
 * is not approved, and what staff changed since it was submitted last is not decided.
 */
const revision = z.number().int().optional()
const reviewer = { all: [reviewPermission] } as const
/** Who enters requests from a paper form reads them, too. */
const requestReader = { any: [reviewPermission, 'MAINTAIN_CUSTOMERS'] } as const

/** The rate of what a person does before being signed in. */
const byAddress: RateLimit = { perMinute: 60, countedBy: 'address' }

const documents: FilesTaken = {
  files: documentKindNames.length,
  kinds: documentLimits.types,
  bytes: documentLimits.bytes,
  bytesInAll: documentLimits.bytesOfRequest,
  parts: documentKindNames,
}

const saved = z.object({ id: z.number().int(), status: requestStatus })

export const registrationCalls = {
  'Account/Register': call({
    summary: 'Register in order to request a trading account with a firm; a code is e-mailed to the address',
    secret: true,
    needs: 'anyone',
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'address' },
    input: registerInput,
    output: z.object({
      /** False: the address is to be verified and a request submitted first. */
      canLogin: z.boolean(),
      /** The registration token, good for a day. */
      accessToken: z.string(),
    }),
  }),
  'Account/GetResendVerificationCode': call({
    summary:
      'E-mail another code, at most one per minute and five per hour; earlier codes are no longer valid',
    needs: 'anyone',
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'address' },
    /** The token as bearer, or here, which puts it into the address. */
    input: z.object({ accessToken: optionalToken }),
    output: z.object({}),
  }),
  'Account/VerifyAccount': call({
    summary:
      'Confirm the e-mail address with the e-mailed code; after five wrong attempts the code is no longer valid',
    needs: 'anyone',
    registers: true,
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'address' },
    input: z.object({ accessToken, code: verificationCode }),
    output: z.object({ verified: z.boolean() }),
  }),
  'Customer/CustomerRegister': call({
    summary:
      'Start a request for a trading account, or continue the user’s own draft; it is saved or submitted',
    needs: 'anyone',
    registers: true,
    limit: byAddress,
    takes: documents,
    input: z.object({
      accessToken: optionalToken,
      accountType,
      /** False keeps a draft, true hands it in. */
      submit: z.boolean().default(false),
      ...draftFields,
    }),
    output: saved,
  }),
  'Customer/CreateCustomer': call({
    summary:
      'Open an account from a paper form: start a request for the person who signed it, saved as a draft or submitted. Another person must approve it',
    needs: { all: ['MAINTAIN_CUSTOMERS'] },
    twoPeople: 'requests',
    limit: byHand,
    once: 'transaction',
    takes: documents,
    input: z.object({ accountType, submit: z.boolean().default(false), ...draftFields }),
    output: saved,
  }),
  'Customer/UpdateCustomerAccountCreationRequest': call({
    summary:
      'Change fields and documents of a request, and submit it: for its owner, or for a reviewer before approval',
    needs: 'anyone',
    registers: true,
    limit: byAddress,
    takes: documents,
    input: z.object({
      accessToken: optionalToken,
      id,
      revision,
      accountType: accountType.optional(),
      submit: z.boolean().default(false),
      removedDocuments: z.array(documentKind).max(documentKindNames.length).default([]),
      ...draftFields,
    }),
    output: saved,
  }),
  'Customer/RejectCustomerAccountCreationRequest': call({
    summary: 'Reject a request with a reason, or return it to its owner for correction',
    needs: reviewer,
    limit: byHand,
    input: z.object({
      id,
      revision,
      reason,
      returnForCorrection: z.boolean().default(false),
      /** What is wrong with single fields and documents, for the person who corrects them. */
      remarks: z
        .array(requestRemark)
        .max(registrationFieldNames.length + documentKindNames.length)
        .refine((remarks) => new Set(remarks.map(({ field }) => field)).size === remarks.length)
        .default([]),
    }),
    output: z.object({ status: requestStatus }),
  }),
  'Customer/ApproveAndSubmitCustomerAccountCreationRequest': call({
    summary:
      'Approve a request and ask the depository for its numbers, or enter them. Once they are known, the customer and the account exist and can trade at once',
    needs: reviewer,
    twoPeople: 'approves',
    limit: byHand,
    /**
     * `reason`: why it is approved in spite of its `warnings`, as the reviewer read them; kept in the history, and not
     * shown to the owner.
     *
     * `cscsAccount` and `chn`: where no depository is connected, the numbers that it gave the applicant; without them
     * those of the request hold. A connected depository assigns both, and these are not looked at.
     */
    input: z.object({
      ...{ id, revision, reason: reason.optional() },
      ...depositoryNumbers.partial().shape,
      warnings: z
        .array(
          requestWarning.omit({ applicantName: true }).extend({ accountNumber: soughtText(32).nullable() }),
        )
        .max(100)
        .optional(),
    }),
    output: z.object({
      /** 3: the depository has not answered yet; 4: it did; 6: it refused, for `reason`. */
      status: requestStatus,
      reason: z.string().nullable(),
      customerId: z.number().int().nullable(),
      accountNumber: z.string().nullable(),
      cscsAccount: z.string().nullable(),
      chn: z.string().nullable(),
    }),
  }),
  'Customer/GetAllCustomerAccountCreationRequests': call({
    summary: "The firm's requests for trading accounts",
    needs: requestReader,
    input: listInput(accountRequestList),
    output: listPage(accountRequestRow),
  }),
  'Customer/DownloadCustomerAccountCreationRequests': fileCall({
    summary: "The firm's requests for trading accounts as a file",
    needs: requestReader,
    input: listFileInput(accountRequestList),
  }),
  'Customer/GetAllUserAccountCreationRequests': call({
    summary: "The caller's own requests with the reason for their status, newest first",
    needs: 'signedIn',
    input: z.object({}),
    output: page(ownAccountRequest),
  }),
  'Customer/GetCustomerAccountCreationRequestStatus': call({
    summary:
      "A request's status and history; without an id, of the newest request of the caller or of the holder of a registration token",
    needs: 'anyone',
    registers: true,
    limit: byAddress,
    input: z.object({ id: id.optional() }),
    output: z.object({
      /** Null before anything was kept. */
      id: z.number().int().nullable(),
      status: requestStatus.nullable(),
      reason: z.string().nullable(),
      history: z.array(requestEvent),
      /** 'YYYY-MM-DD', the day by which people must be of age. */
      marketDate: z.string(),
      /** Of the owner. */
      isEmailVerified: z.boolean(),
      /** What a request begins with: given with the user, so that it is not asked again. Null once there is one. */
      known: z.object({ firstName: z.string(), surname: z.string(), emailAddress: z.string() }).nullable(),
      /** All of it, to go on with. */
      request: accountRequest.nullable(),
    }),
  }),
  'Customer/GetCustomerAccountCreationRequest': call({
    summary: 'A request with all its fields, documents and history, for its owner and staff',
    needs: 'signedIn',
    shows: { screen: 'request', by: 'request' },
    input: z.object({ id }),
    output: accountRequest,
  }),
  'Customer/GetDocument': fileCall({
    summary: 'A document of a request, for its owner and staff',
    needs: 'signedIn',
    shows: { screen: 'document', by: 'request' },
    input: z.object({ id, kind: documentKind }),
  }),
  'Customer/GetBanks': call({
    summary: 'The banks for payouts to customers',
    needs: 'anyone',
    limit: byAddress,
    input: z.object({}),
    output: items(z.object({ label: z.string(), sortCode: z.string() })),
  }),
}
