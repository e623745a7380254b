import {
  isText,
  type KillSwitchScope,
  type LimitLevel,
  LONGEST_SWITCH_REASON,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { exactJson } from '../../platform/audit.ts'
import { HOST } from '../../store/host.ts'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import type { Batch } from './batch.ts'
import type { FirmState } from './firm-state.ts'
import type { KillSwitchLine } from './kill-switches.ts'
import type { StoppedFirms } from './stopped-firms.ts'

export type LimitInput = Extract<ClientInput, { kind: 'changeLimits' | 'setKillSwitch' }>

/** Decides the inputs that change limits and kill switches. Both are in force from the next input on. */
export class LimitChanges {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #stoppedFirms: StoppedFirms

  constructor(firmState: FirmState, batch: Batch, stoppedFirms: StoppedFirms) {
    this.#firmState = firmState
    this.#batch = batch
    this.#stoppedFirms = stoppedFirms
  }

  /** @param wallTime epoch milliseconds. */
  decide(input: LimitInput, now: number, wallTime: number): DeskAnswer {
    return input.kind === 'changeLimits' ? this.#changeLimits(input, now) : this.#switch(input, now, wallTime)
  }

  #changeLimits(
    { origin, level, id, limits: changed }: Extract<LimitInput, { kind: 'changeLimits' }>,
    now: number,
  ): DeskAnswer {
    const { tenantId } = origin
    const refusal = this.#unknown(tenantId, level, id)
    if (refusal) return refusedWith(refusal)
    const { limits: ofFirm } = this.#firmState.firm(tenantId)
    const before = ofFirm.at(level, id)
    const limits = { ...before, ...changed }
    ofFirm.change(level, id, limits)
    this.#batch.limitsChanged({ tenantId, level, id, limits })
    const parameters = exactJson({ level, id, ...limits })
    this.#batch.audited({
      origin,
      serviceName: 'Limits',
      methodName: 'Update',
      parameters,
      exception: null,
      changes: [
        {
          entity: 'Limits',
          id: id === '' ? level : `${level} ${id}`,
          before: { ...before },
          after: { ...limits },
        },
      ],
    })
    const sequence = this.#batch.journal(tenantId, now, { kind: 'changeLimits', level, id, limits })
    return { kind: 'done', sequence }
  }

  #switch(
    {
      origin,
      tenantId,
      scope,
      id,
      on,
      reason,
      cause,
      openOrders,
    }: Extract<LimitInput, { kind: 'setKillSwitch' }>,
    now: number,
    wallTime: number,
  ): DeskAnswer {
    const isHost = origin.tenantId === HOST
    const isPermitted = isHost
      ? scope === 'market' || scope === 'tenant'
      : scope !== 'market' && origin.tenantId === tenantId
    const isOfFirm = isHost && scope === 'tenant'
    if (!isPermitted || (openOrders && !(isOfFirm && on)))
      return refusedWith(refuse('killSwitchNotPermitted'))
    if (!isText(reason, LONGEST_SWITCH_REASON))
      return refusedWith(refuse('haltReasonInvalid', { most: LONGEST_SWITCH_REASON }))
    // The host switches it on for a firm that is not open yet, too.
    const refusal = isHost ? undefined : this.#unknown(tenantId, scope, id)
    if (refusal) return refusedWith(refusal)
    const by = cause === 'person' ? origin.userName : null
    const ofFirm = isOfFirm ? String(tenantId) : id
    const owner = isHost ? HOST : tenantId
    const { killSwitches } = this.#firmState
    const before = killSwitches.find({ tenantId: owner, scope, id: ofFirm })
    const stopped = openOrders && this.#stoppedFirms.stop(tenantId, openOrders, now)
    // Switched on again without a word about its orders, it leaves them as they are.
    const haltsOrders = on && (openOrders ? openOrders === 'halt' : (before?.haltsOrders ?? false))
    const change = { scope, id: ofFirm, on, reason, cause, by, since: wallTime, haltsOrders }
    const { on: isOn, ...rest } = change
    const line = { tenantId: owner, ...rest, isOn }
    killSwitches.set(line)
    this.#batch.killSwitched(line)
    if (before?.haltsOrders && !haltsOrders) this.#stoppedFirms.letGoOn(tenantId, now)
    if (haltsOrders !== (before?.haltsOrders ?? false)) this.#stoppedFirms.publish(tenantId)
    const parameters = JSON.stringify({ scope, id, on, reason, cause, openOrders, ...stopped })
    // The firm's own trail shows who switched it, the host's people too.
    this.#batch.audited({
      origin: { ...origin, tenantId: scope === 'market' ? HOST : tenantId },
      serviceName: 'Limits',
      methodName: 'SetKillSwitch',
      parameters,
      exception: null,
      changes: [
        {
          entity: 'KillSwitch',
          id: ofFirm === '' ? scope : `${scope} ${ofFirm}`,
          before: before ? switched(before) : { isOn: false },
          after: switched(line),
        },
      ],
    })
    return {
      kind: 'done',
      sequence: this.#batch.journal(owner, now, { kind: 'setKillSwitch', ...change }),
    }
  }

  /** Why the firm or account of a change is not known to the desk; users are known to the feature. */
  #unknown(tenantId: number, level: LimitLevel | KillSwitchScope, id: string): Refusal | undefined {
    const firm = this.#firmState.firms.get(tenantId)
    if (!firm) return refuse('unknownFirm')
    const isUnknown = level === 'account' && !firm.accounts.get(id)
    return isUnknown ? refuse('unknownAccount', { account: id }) : undefined
  }
}

/** A kill switch as the audit trail keeps it; who switched it when is in the row itself. */
const switched = ({ isOn, reason, cause, haltsOrders }: KillSwitchLine) => ({
  ...{ isOn, reason, cause },
  ...(haltsOrders && { haltsOrders }),
})
