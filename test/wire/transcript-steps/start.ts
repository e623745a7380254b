import { type Step, steps } from './step.ts'

/** What a page asks first. */
export const start: readonly Step[] = [
  ...steps('nobody', 'Home/Configuration', { shows: 'success', input: {} }),
  ...steps('nobody', 'AbpUserConfiguration/GetAll', { shows: 'success', input: {} }),
  ...steps('nobody', 'AbpUserConfiguration/GetAll', {
    shows: 'invalid',
    input: { sources: ['x'.repeat(65)] },
  }),
  ...steps('customer of Meridian', 'AbpUserConfiguration/GetAll', { shows: 'success', input: {} }),
  ...steps('nobody', 'Session/GetCurrentLoginInformations', { shows: 'success', input: {} }),
  ...steps('broker of Meridian', 'Session/GetCurrentLoginInformations', { shows: 'success', input: {} }),
  ...steps('admin of host', 'Session/GetCurrentLoginInformations', { shows: 'success', input: {} }),
]
