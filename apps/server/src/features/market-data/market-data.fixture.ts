import { type CallName, calls, shares } from '@tradebook/contract'
import { beforeAll } from 'vitest'
import { BUYER, of, SELLER } from '../../desk/desk.fixture.ts'
import { desk, shareDesk, stage } from '../../desk/shared-desk.fixture.ts'
import type { FileAnswer } from '../../files/file-answer.ts'
import type { Handler } from '../../http/handlers.ts'
import { openAuditedWrite } from '../../platform/audited-write.ts'
import type { Caller } from '../../platform/caller.ts'
import { defaultLanguage, translateTo } from '../../platform/localisation.ts'
import { marketDataFeature } from './market-data.ts'

/** Market data of a demo market: a Friday after two years of invented history. */

let handlers: ReturnType<typeof marketDataFeature>

/** One desk and one database for the tests of a file, on which a buyer and a seller can trade. */
export function marketDataForAllTests(): void {
  shareDesk()

  beforeAll(async () => {
    handlers = marketDataFeature({ desk, store: stage.database.store, picture: desk.picture })
    const transfer = { account: 'B1', reference: 'R', narration: 'N', unitCost: 1n as never }
    await desk.submit({
      kind: 'externalTransfer',
      origin: of(SELLER),
      transfer: { ...transfer, type: 'transferIn', securityID: 'GTCO', quantity: shares(1_000_000) },
    })
    await desk.submit({
      kind: 'externalTransfer',
      origin: of(BUYER),
      transfer: {
        type: 'deposit',
        account: 'A1',
        amount: 100_000_000_00n as never,
        reference: 'R',
        narration: 'N',
      },
    })
  }, 60_000)
}

export const admin: Caller = {
  ...of({ tenantId: 0, account: '' }),
  userName: 'admin',
  sessionId: 's',
  roles: ['ADMIN'],
  accounts: [],
  due: null,
  language: null,
}

/** Makes a call, as the host's administrator by default; its input is checked as the edge does. */
export async function ask<Name extends CallName & keyof typeof handlers>(
  name: Name,
  input: object = {},
  caller: Caller = admin,
) {
  const { tenantId } = caller
  const parsed = calls[name].input.parse(input)
  const write = openAuditedWrite(stage.database.store, () => stage.now)
  const context = {
    caller,
    tenantId,
    clientIpAddress: '192.0.2.1',
    browserInfo: 'test',
    translate: translateTo(caller.language ?? defaultLanguage),
    write: (work: never) =>
      write({ tenantId, caller, name, parameters: parsed, clientIpAddress: '', browserInfo: '' }, work),
  }
  return (handlers[name] as Handler<Name>)(parsed as never, context as never)
}

export const textOf = async ({ body }: FileAnswer): Promise<string> => {
  let text = ''
  for await (const piece of body) text += piece
  return text
}
