import { files, individual } from '../../../apps/server/src/features/registration/request.fixture.ts'
import { type Kept, NEW_PASSWORD, NONE, page, type Step, steps } from './step.ts'

const newcomer = {
  tenancyName: 'Meridian',
  name: 'Zainab',
  surname: 'Bello',
  userName: 'zainab',
  emailAddress: 'zainab@example.com',
  password: NEW_PASSWORD,
}

const tokenOf = (kept: Kept) => ({ accessToken: kept.newest('Account/Register').accessToken })

const requestOf = ({ newest }: Kept) => ({ id: newest('Customer/CustomerRegister').id as number })

/** A person asks for an account, and a reviewer decides. */
export const registration: readonly Step[] = [
  ...steps(
    'nobody',
    'Account/Register',
    { shows: 'success', input: newcomer },
    { shows: 'invalid', input: { tenancyName: 'Meridian', userName: 'zainab', password: 'short' } },
    { shows: 'refused', when: 'there is no such firm', input: { ...newcomer, tenancyName: 'Nowhere' } },
  ),
  ...steps(
    'nobody',
    'Account/VerifyAccount',
    {
      shows: 'success',
      when: 'the code is wrong',
      input: (kept: Kept) => ({ ...tokenOf(kept), code: '0' }),
    },
    { shows: 'invalid', input: tokenOf },
    { shows: 'unauthorized', input: { accessToken: 'of-nobody', code: '000000' } },
    {
      shows: 'success',
      input: async (kept: Kept) => ({
        ...tokenOf(kept),
        code: await kept.mailedCode(newcomer.emailAddress),
      }),
    },
  ),
  ...steps(
    'nobody',
    'Account/GetResendVerificationCode',
    { shows: 'success', when: 'the address is verified', input: tokenOf },
    { shows: 'unauthorized', input: { accessToken: 'of-nobody' } },
  ),
  ...steps('bearer of a registration token', 'Account/GetResendVerificationCode', {
    shows: 'invalid',
    input: { accessToken: 'x'.repeat(1_025) },
  }),
  ...steps('nobody', 'TokenAuth/Authenticate', {
    shows: 'success',
    when: 'the registration is incomplete',
    input: { tenancyName: 'Meridian', userNameOrEmailAddress: 'zainab', password: NEW_PASSWORD },
  }),
  ...steps('nobody', 'Customer/GetBanks', { shows: 'success', input: {} }),
  ...steps(
    'bearer of a registration token',
    'Customer/GetCustomerAccountCreationRequestStatus',
    { shows: 'success', when: 'nothing was kept', input: {} },
    { shows: 'invalid', input: { id: 'none' } },
  ),
  ...steps(
    'nobody',
    'Customer/CustomerRegister',
    {
      shows: 'success',
      when: 'it is a draft',
      input: (kept: Kept) => ({ ...tokenOf(kept), accountType: 'individual', surname: 'Bello' }),
    },
    { shows: 'invalid', input: (kept: Kept) => ({ ...tokenOf(kept), accountType: 'none' }) },
    {
      shows: 'refused',
      when: 'it is incomplete',
      input: (kept: Kept) => ({ ...tokenOf(kept), accountType: 'individual', submit: true }),
    },
    {
      shows: 'success',
      when: 'it is submitted, with its documents',
      input: (kept: Kept) => ({ ...tokenOf(kept), ...individual, submit: true }),
      documents: files,
    },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/GetAllCustomerAccountCreationRequests',
    { shows: 'success', input: { ...page, sorting: 'CreationTime DESC' } },
    { shows: 'invalid', input: { status: 'none' } },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/DownloadCustomerAccountCreationRequests',
    { shows: 'success', input: {} },
    { shows: 'invalid', input: { format: 'pdf' } },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/GetCustomerAccountCreationRequest',
    { shows: 'success', input: requestOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/GetDocument',
    { shows: 'success', input: (kept: Kept) => ({ ...requestOf(kept), kind: 'signature' }) },
    { shows: 'invalid', input: (kept: Kept) => ({ ...requestOf(kept), kind: 'none' }) },
    { shows: 'refused', input: (kept: Kept) => ({ ...requestOf(kept), kind: 'boardResolution' }) },
  ),
  ...steps(
    'admin of Meridian',
    'Customer/RejectCustomerAccountCreationRequest',
    { shows: 'invalid', input: requestOf },
    {
      shows: 'success',
      when: 'it is returned',
      input: (kept: Kept) => ({
        ...requestOf(kept),
        reason: 'The photograph is dark',
        returnForCorrection: true,
      }),
    },
    { shows: 'refused', input: (kept: Kept) => ({ ...requestOf(kept), reason: 'It is a draft again' }) },
  ),
  ...steps('bearer of a registration token', 'Customer/GetCustomerAccountCreationRequestStatus', {
    shows: 'unauthorized',
    when: 'the token ended with the submission',
    input: {},
  }),
  ...steps('zainab of Meridian', 'Customer/GetCustomerAccountCreationRequestStatus', {
    shows: 'success',
    when: 'it was returned',
    input: {},
  }),
  ...steps(
    'zainab of Meridian',
    'Customer/UpdateCustomerAccountCreationRequest',
    {
      shows: 'success',
      input: (kept: Kept) => ({ ...requestOf(kept), surname: 'Bello', submit: true }),
    },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: (kept: Kept) => ({ ...requestOf(kept), surname: 'Musa' }) },
  ),
  ...steps('admin of Meridian', 'Customer/GetCustomerAccountCreationRequest', {
    shows: 'success',
    when: 'it was corrected',
    input: requestOf,
  }),
  ...steps(
    'admin of Meridian',
    'Customer/ApproveAndSubmitCustomerAccountCreationRequest',
    { shows: 'invalid', input: {} },
    { shows: 'refused', when: 'no revision of what was corrected is named', input: requestOf },
    {
      shows: 'success',
      input: (kept: Kept) => ({
        ...requestOf(kept),
        revision: kept.newest('Customer/GetCustomerAccountCreationRequest').revision,
      }),
    },
    { shows: 'refused', when: 'another reviewer was first', input: requestOf },
  ),
  ...steps('zainab of Meridian', 'Customer/GetAllUserAccountCreationRequests', {
    shows: 'success',
    input: {},
  }),
]
