import { z } from 'zod'
import { reviewPermission } from '../../rules/account-requests.ts'
import { byHand, call, fileCall } from '../call.ts'
import { customerChange, customerRecord, unprovedPerson } from '../customer-shapes.ts'
import { items } from '../paging.ts'
import { confirmAddressInput, reasonGiven, updateCustomerInput } from '../schemas/customers.ts'
import { rowId } from '../schemas/users.ts'

const reads = { all: ['VIEW_CUSTOMERS'] } as const
const maintains = { all: ['MAINTAIN_CUSTOMERS'] } as const
const decides = { all: [reviewPermission] } as const
const { id } = rowId.shape

/** What staff keep of customers after their accounts are open. */
export const customerCalls = {
  'Customer/GetCustomerRecord': call({
    summary:
      'Everything about a customer as a person: particulars, documents, accounts, sign-ins, corrections, views',
    needs: reads,
    heavy: true,
    shows: { screen: 'record', by: 'customer' },
    input: z.object({ id }),
    output: customerRecord,
  }),
  'Customer/UpdateCustomer': call({
    summary: 'Correct what is kept of a customer; what proves who somebody is waits for another person',
    needs: maintains,
    limit: byHand,
    once: 'transaction',
    input: updateCustomerInput,
    output: z.object({ changeId: z.number().int(), state: z.enum(['made', 'waiting']) }),
  }),
  'Customer/GetCustomerChanges': call({
    summary: 'Corrections of customers that wait for another person, the oldest first',
    needs: { any: ['MAINTAIN_CUSTOMERS', reviewPermission] },
    input: z.object({}),
    output: items(customerChange),
  }),
  'Customer/ApproveCustomerChange': call({
    summary: 'Approve a correction that another person asked for; it is made at once',
    needs: decides,
    limit: byHand,
    input: z.object({ id }),
    output: z.object({}),
  }),
  'Customer/RejectCustomerChange': call({
    summary: 'Reject a correction with a reason; who asked for it may so withdraw it',
    needs: { any: ['MAINTAIN_CUSTOMERS', reviewPermission] },
    limit: byHand,
    input: z.object({ id, reason: reasonGiven }),
    output: z.object({}),
  }),
  'Customer/GetUnprovedPeople': call({
    summary: 'Persons who registered and whose address is not proved',
    needs: maintains,
    input: z.object({}),
    output: items(unprovedPerson),
  }),
  'Customer/ConfirmAddress': call({
    summary: 'Confirm that an address is a person’s, known by other than a mailed code',
    needs: maintains,
    limit: byHand,
    input: confirmAddressInput,
    output: z.object({}),
  }),
  'Customer/DownloadCustomerFile': fileCall({
    summary: 'Everything that the firm has of a customer, as an archive for an inspector',
    needs: { all: ['VIEW_CUSTOMERS', 'VIEW_AUDIT_TRAIL'] },
    input: z.object({ id }),
  }),
}
