import { files, individual } from '../../../apps/server/src/features/registration/request.fixture.ts'
import { type Kept, NEW_PASSWORD, NONE, type Step, steps } from './step.ts'

const customerOf = ({ newest }: Kept) => ({
  id: newest('Customer/ApproveAndSubmitCustomerAccountCreationRequest').customerId as number,
})

const changeOf = ({ newest }: Kept) => ({ id: newest('Customer/UpdateCustomer').changeId })

const paper = { ...individual, emailAddress: 'ngozi@example.com', submit: true } as const

/** Staff open an account from a paper form, correct what is kept of a customer, and confirm an address. */
export const customers: readonly Step[] = [
  ...steps(
    'admin of Meridian',
    'Customer/CreateCustomer',
    { shows: 'success', input: paper, documents: files },
    { shows: 'invalid', input: {} },
    { shows: 'refused', when: 'nobody is named', input: { accountType: 'individual' } },
  ),
  ...steps('admin of Meridian', 'User/GetAll', {
    shows: 'success',
    when: 'the broker is looked for',
    input: { keyword: 'broker' },
  }),
  ...steps('supervisor of Meridian', 'User/Update', {
    shows: 'success',
    when: 'the broker may maintain customers',
    input: ({ newest }: Kept) => {
      const broker = newest('User/GetAll').items.find(({ userName }) => userName === 'broker')
      return { ...broker, permissions: ['MAINTAIN_CUSTOMERS'] } as never
    },
  }),
  ...steps(
    'broker of Meridian',
    'Customer/UpdateCustomer',
    {
      shows: 'success',
      when: 'it is made at once',
      input: (kept: Kept) => ({ ...customerOf(kept), reason: 'By letter', city: 'Kano' }),
    },
    { shows: 'invalid', input: customerOf },
    { shows: 'refused', input: (kept: Kept) => ({ ...customerOf(kept), reason: 'By letter', city: 'Kano' }) },
    {
      shows: 'success',
      when: 'it waits for another person',
      input: (kept: Kept) => ({ ...customerOf(kept), reason: 'By deed', otherNames: 'Amina' }),
    },
  ),
  ...steps('admin of Meridian', 'Customer/GetCustomerChanges', { shows: 'success', input: {} }),
  ...steps(
    'admin of Meridian',
    'Customer/ApproveCustomerChange',
    { shows: 'success', input: changeOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', when: 'it is decided', input: changeOf },
  ),
  ...steps('broker of Meridian', 'Customer/UpdateCustomer', {
    shows: 'success',
    when: 'another one waits',
    input: (kept: Kept) => ({ ...customerOf(kept), reason: 'By deed', otherNames: 'Aminat' }),
  }),
  ...steps(
    'admin of Meridian',
    'Customer/RejectCustomerChange',
    { shows: 'success', input: (kept: Kept) => ({ ...changeOf(kept), reason: 'No deed' }) },
    { shows: 'invalid', input: changeOf },
    { shows: 'refused', input: { id: NONE, reason: 'No deed' } },
  ),
  ...steps(
    'broker of Meridian',
    'Customer/AddDocument',
    {
      shows: 'success',
      input: (kept: Kept) => ({ ...customerOf(kept), kind: 'signature', reason: 'New specimen' }),
      documents: { document: files.signature },
    },
    { shows: 'invalid', input: customerOf },
    {
      shows: 'refused',
      when: 'no document is sent',
      input: (kept: Kept) => ({ ...customerOf(kept), kind: 'signature', reason: 'New specimen' }),
    },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/GetCustomerRecord',
    { shows: 'success', input: customerOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/GetCustomerDocument',
    {
      shows: 'success',
      input: (kept: Kept) => {
        const { changes } = kept.newest('Customer/GetCustomerRecord')
        const document = changes.find((change) => change.document)?.document?.document ?? NONE
        return { ...customerOf(kept), document }
      },
    },
    { shows: 'invalid', input: customerOf },
    { shows: 'refused', input: (kept: Kept) => ({ ...customerOf(kept), document: NONE }) },
  ),
  ...steps('nobody', 'Account/Register', {
    shows: 'success',
    when: 'another person registers',
    input: {
      ...{ tenancyName: 'Meridian', name: 'Tolu', surname: 'Ade', userName: 'tolu' },
      ...{ emailAddress: 'tolu@example.com', password: NEW_PASSWORD },
    },
  }),
  ...steps('admin of Meridian', 'Customer/GetUnprovedPeople', { shows: 'success', input: {} }),
  ...steps(
    'admin of Meridian',
    'Customer/InviteCustomer',
    { shows: 'success', when: 'nobody signs in as the customer', input: { id: 2 } },
    { shows: 'invalid', input: {} },
    { shows: 'refused', when: 'somebody signs in as the customer', input: { id: 2 } },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/ConfirmAddress',
    {
      shows: 'success',
      input: ({ newest }: Kept) => ({
        userId: newest('Customer/GetUnprovedPeople').items[0]?.userId as number,
        ...({ method: 'telephone', reason: 'Called back' } as const),
      }),
    },
    { shows: 'invalid', input: { userId: NONE } },
    { shows: 'refused', input: { userId: NONE, method: 'letter', reason: 'None' } },
  ),
]
