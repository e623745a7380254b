import { z } from 'zod'
import { byHand, call } from '../call.ts'
import { settingsInput } from '../schemas/settings.ts'

const settings = { all: ['Pages.Settings'] } as const

export const settingsCalls = {
  'Settings/GetAll': call({
    summary: "The firm's settings as they are in force; of the host those that firms begin with",
    needs: settings,
    input: z.object({}),
    output: settingsInput,
  }),
  'Settings/Update': call({
    summary: "Change the firm's settings",
    needs: settings,
    limit: byHand,
    input: settingsInput,
    output: z.object({}),
  }),
}
