import { type Kept, NONE, page, type Step, steps } from './step.ts'

const firm = {
  tenancyName: 'Harmattan',
  name: 'Harmattan Securities',
  adminEmailAddress: 'admin@harmattan.example',
}

const second = {
  ...{ userName: 'second', name: 'Ngozi', surname: 'Eze' },
  emailAddress: 'second@harmattan.example',
}

const firmOf = ({ newest }: Kept) => ({ id: newest('Tenant/Create').id })

/** The host and its firms. */
export const tenants: readonly Step[] = [
  ...steps(
    'admin of host',
    'Tenant/Create',
    { shows: 'success', input: { ...firm, isActive: true, connectionString: '' } },
    { shows: 'invalid', input: { tenancyName: '1', adminEmailAddress: 'none' } },
    { shows: 'refused', input: firm },
  ),
  ...steps(
    'admin of host',
    'Tenant/RenewFirstLink',
    {
      shows: 'success',
      input: (kept: Kept) => ({ ...firmOf(kept), adminEmailAddress: firm.adminEmailAddress }),
    },
    { shows: 'invalid', input: firmOf },
    { shows: 'refused', input: { id: NONE, adminEmailAddress: firm.adminEmailAddress } },
  ),
  ...steps(
    'admin of host',
    'Tenant/NameSecondAdministrator',
    { shows: 'success', input: (kept: Kept) => ({ ...firmOf(kept), ...second }) },
    { shows: 'invalid', input: firmOf },
    { shows: 'refused', input: { ...second, id: NONE } },
  ),
  ...steps(
    'admin of host',
    'Tenant/Get',
    { shows: 'success', input: firmOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of host',
    'Tenant/GetAll',
    { shows: 'success', input: { ...page, keyword: 'harm', isActive: true, sorting: 'TenancyName,Name' } },
    { shows: 'invalid', input: { sorting: 'password' } },
  ),
  ...steps(
    'admin of host',
    'Tenant/Update',
    {
      shows: 'success',
      input: (kept: Kept) => ({ ...firmOf(kept), ...firm, name: 'Harmattan Ltd', isActive: true }),
    },
    { shows: 'invalid', input: firm },
    { shows: 'refused', input: { ...firm, id: NONE, isActive: true } },
  ),
  ...steps(
    'admin of host',
    'Tenant/DeActivate',
    { shows: 'success', input: (kept: Kept) => ({ ...firmOf(kept), reason: 'Fees are due' }) },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps('nobody', 'Account/IsTenantAvailable', {
    shows: 'success',
    when: 'it is not active',
    input: { tenancyName: 'Harmattan' },
  }),
  ...steps('nobody', 'TokenAuth/Authenticate', {
    shows: 'refused',
    when: 'the firm is not active',
    input: { tenancyName: 'Harmattan', userNameOrEmailAddress: 'admin', password: 'wrong' },
  }),
  ...steps(
    'admin of host',
    'Tenant/Activate',
    { shows: 'success', input: (kept: Kept) => ({ ...firmOf(kept), releaseKillSwitch: true }) },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: { id: NONE } },
  ),
  ...steps(
    'admin of host',
    'Tenant/Delete',
    { shows: 'success', input: firmOf },
    { shows: 'invalid', input: {} },
    { shows: 'refused', input: firmOf },
  ),
]
