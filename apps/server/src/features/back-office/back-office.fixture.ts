import {
  type CallInput,
  type CallName,
  type CallOutput,
  type CallRequest,
  calls,
  isRefusal,
} from '@tradebook/contract'
import type { Trader } from '../../desk/desk.fixture.ts'
import { brokerWith, callerOf } from '../../http/caller.fixture.ts'
import type { CallContext, Handler, Handlers } from '../../http/handlers.ts'
import type { UploadedFile } from '../../http/multipart.ts'
import type { Caller } from '../../platform/caller.ts'
import { translateTo } from '../../platform/localisation.ts'
import type { MailOutbox } from '../../platform/mail-outbox.ts'

export { callerOf }

/** An outbox for tests of what no mail is about. */
export const NO_MAIL: Pick<MailOutbox, 'rowOf' | 'announce'> = {
  rowOf: () => {
    throw new Error('no mail is expected')
  },
  announce: () => undefined,
}

/**
 * Makes calls of the back office as the edge does: with input that the contract has checked.
 *
 * @param usual in whose place a call is made that names no other caller.
 * @param writing runs the work of a call that changes rows; by default it is left out.
 */
export function callsOf(
  handlers: () => Handlers<`BackOffice/${string}`>,
  usual: Trader,
  writing: (caller: Caller) => CallContext['write'] = () => (async () => undefined) as CallContext['write'],
) {
  const ask = <Name extends CallName & `BackOffice/${string}`>(
    name: Name,
    input: CallInput<Name>,
    caller = callerOf(usual),
    files: readonly UploadedFile[] = [],
  ) => {
    const context: Partial<CallContext<Caller>> = {
      caller,
      tenantId: caller.tenantId,
      culture: 'en',
      translate: translateTo('en'),
      clientIpAddress: '127.0.0.1',
      browserInfo: 'test',
      files,
      write: writing(caller),
    }
    const handler = handlers()[name] as Handler<Name>
    return handler(calls[name].input.parse(input) as CallRequest<Name>, context as never)
  }
  /** The answer of a call. @throws Error when it is refused. */
  async function answer<Name extends CallName & `BackOffice/${string}`>(
    name: Name,
    input: CallInput<Name>,
    caller = callerOf(usual),
  ): Promise<CallOutput<Name>> {
    const answered = await ask(name, input, caller)
    if (isRefusal(answered)) throw new Error(answered.refusal)
    return answered as CallOutput<Name>
  }
  return { ask, answer }
}

/** A list from its beginning. */
export const WHOLE = { skipCount: 0, maxResultCount: 1_000 }

/** The customer whose account it is. */
export const customerOf = ({ tenantId, account }: Trader): Caller =>
  brokerWith({ tenantId, roles: ['CUSTOMER'], permissions: new Set(), accounts: [account] })
