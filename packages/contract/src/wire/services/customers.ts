import { z } from 'zod'
import { documentLimits, reviewPermission } from '../../rules/account-requests.ts'
import { byHand, call, type FilesTaken, fileCall } from '../call.ts'
import { customerChange, customerRecord, unprovedPerson } from '../customer-shapes.ts'
import { items } from '../paging.ts'
import {
  addDocumentInput,
  confirmAddressInput,
  reasonGiven,
  updateCustomerInput,
} from '../schemas/customers.ts'
import { rowId } from '../schemas/users.ts'

const reads = { all: ['VIEW_CUSTOMERS'] } as const
const maintains = { all: ['MAINTAIN_CUSTOMERS'] } as const
const decides = { all: [reviewPermission] } as const
const { id } = rowId.shape
const document: FilesTaken = {
  files: 1,
  kinds: documentLimits.types,
  bytes: documentLimits.bytes,
  parts: ['document'],
}

/** What staff keep of customers after their accounts are open. */
export const customerCalls = {
  'Customer/GetCustomerRecord': call({
    summary: "A customer's record: details, documents, accounts, sign-ins, corrections and access log",
    needs: reads,
    heavy: true,
    shows: { screen: 'record', by: 'customer' },
    input: z.object({ id }),
    output: customerRecord,
  }),
  'Customer/UpdateCustomer': call({
    summary: "Correct a customer's record. Changes to identity details wait for another person's approval",
    needs: maintains,
    twoPeople: 'requests',
    limit: byHand,
    once: 'transaction',
    input: updateCustomerInput,
    output: z.object({ changeId: z.number().int(), state: z.enum(['made', 'waiting']) }),
  }),
  'Customer/AddDocument': call({
    summary:
      'Replace or add a document of a customer, sent in the part `document`. Another person must approve it; the previous document is kept',
    needs: maintains,
    twoPeople: 'requests',
    limit: byHand,
    takes: document,
    input: addDocumentInput,
    output: z.object({ changeId: z.number().int() }),
  }),
  'Customer/GetCustomerDocument': fileCall({
    summary: 'A document added to the record of a customer, approved or not',
    needs: { any: ['VIEW_CUSTOMERS', reviewPermission] },
    shows: { screen: 'document', by: 'customer' },
    input: z.object({ id, document: id }),
  }),
  'Customer/GetCustomerChanges': call({
    summary: 'Customer corrections awaiting approval, oldest first',
    needs: { any: ['MAINTAIN_CUSTOMERS', reviewPermission] },
    input: z.object({}),
    output: items(customerChange),
  }),
  'Customer/ApproveCustomerChange': call({
    summary: "Approve another person's correction, which takes effect at once",
    needs: decides,
    twoPeople: 'approves',
    limit: byHand,
    input: z.object({ id }),
    output: z.object({}),
  }),
  'Customer/RejectCustomerChange': call({
    summary: 'Reject a correction with a reason; its requester can withdraw it in the same way',
    needs: { any: ['MAINTAIN_CUSTOMERS', reviewPermission] },
    limit: byHand,
    input: z.object({ id, reason: reasonGiven }),
    output: z.object({}),
  }),
  'Customer/GetUnprovedPeople': call({
    summary: 'People who have registered and whose e-mail address is not confirmed',
    needs: maintains,
    input: z.object({}),
    output: items(unprovedPerson),
  }),
  'Customer/ConfirmAddress': call({
    summary: 'Confirm that an e-mail address is a person’s own, after checking it without an e-mailed code',
    needs: maintains,
    limit: byHand,
    input: confirmAddressInput,
    output: z.object({}),
  }),
  'Customer/InviteCustomer': call({
    summary:
      'Create the sign-in of a customer who has none, by the e-mail address on file, and e-mail a link to choose a password',
    needs: maintains,
    limit: byHand,
    input: z.object({ id }),
    output: z.object({ userName: z.string() }),
  }),
  'Customer/DownloadCustomerFile': fileCall({
    summary: 'Everything the firm holds about a customer, as an archive for an inspector',
    needs: { all: ['VIEW_CUSTOMERS', 'VIEW_AUDIT_TRAIL'] },
    input: z.object({ id }),
  }),
}
