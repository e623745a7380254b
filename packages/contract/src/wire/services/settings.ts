import { z } from 'zod'
import { checklistStates, checklistSteps } from '../../rules/checklist.ts'
import { type FirmSetting, firmSettings, logoLimits } from '../../rules/settings.ts'
import { byHand, call, fileCall } from '../call.ts'
import { settingsInput, settingsUpdate } from '../schemas/settings.ts'

const settings = { all: ['Pages.Settings'] } as const

export const settingsCalls = {
  'Settings/GetAll': call({
    summary: "The firm's settings in force; for the host, the defaults for firms",
    needs: settings,
    input: z.object({}),
    output: settingsInput.extend({
      /** The threshold of this market day in naira: lower than the one that is set where that was raised today. */
      approvalThresholdToday: z.number(),
      /** Those that the firm, or the host, has set itself. */
      own: z.array(z.enum(Object.keys(firmSettings) as [FirmSetting, ...FirmSetting[]])),
    }),
  }),
  'Settings/Update': call({
    summary:
      "Change the firm's settings or, for the host, the defaults for firms. Null resets a setting; settings left out stay",
    needs: settings,
    twoPeople: 'rules',
    limit: byHand,
    input: settingsUpdate,
    output: z.object({}),
  }),
  'Settings/GetChecklist': call({
    summary: 'What the firm still needs before its first trade',
    needs: settings,
    input: z.object({}),
    output: z.object({
      items: z.array(z.object({ step: z.enum(checklistSteps), state: z.enum(checklistStates) })),
    }),
  }),
  'Settings/GetLogo': fileCall({
    summary: "The firm's logo, printed on its documents",
    needs: settings,
    input: z.object({}),
  }),
  'Settings/UpdateLogo': call({
    summary: "Replace the firm's logo with the picture in the part `logo`; without a picture, remove it",
    needs: settings,
    limit: byHand,
    takes: { files: 1, kinds: ['image/png', 'image/jpeg'], bytes: logoLimits.bytes, parts: ['logo'] },
    input: z.object({}),
    output: z.object({}),
  }),
}
