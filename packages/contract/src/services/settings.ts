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
    summary: "Change settings of the firm, or of the host's those that firms begin with; others stay",
    needs: settings,
    limit: byHand,
    input: settingsInput.partial(),
    output: z.object({}),
  }),
}
