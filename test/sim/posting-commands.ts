import { addDays, freezeGroundNames, frozenOrders, kobo, shares } from '@tradebook/contract'
import type { Entry, Reversed } from '@tradebook/ledger'
import type { Moved } from '../../apps/server/src/desk/decisions/firm.ts'
import type { Requested, TransferRequest } from '../../apps/server/src/desk/decisions/transfer-request.ts'
import type { ClientInput } from '../../apps/server/src/desk/inputs.ts'
import type { Draws } from './draws.ts'
import { type FirmPlan, firms, UNRECORDABLE } from './plan.ts'
import type { Surroundings } from './surroundings.ts'

/** Cash and shares that come and go, and what is decided about them. */
export class PostingCommands {
  readonly #draws: Draws
  #postings = 0

  constructor(draws: Draws) {
    this.#draws = draws
  }

  /** What firms begin with: money and shares for some of what they will want to do. */
  endowments({ listings }: Surroundings): ClientInput[] {
    return firms.flatMap((firm) =>
      firm.accounts.flatMap(({ account }) => [
        this.#posting(firm, account, {
          type: 'deposit',
          amount: kobo(this.#draws.between(1, 10 ** this.#draws.between(4, 10))),
        }),
        ...listings.map(({ securityID, referencePx }) =>
          this.#posting(firm, account, {
            type: 'transferIn',
            securityID,
            quantity: shares(this.#draws.between(1, 10 ** this.#draws.between(1, 5))),
            unitCost: kobo(referencePx),
          }),
        ),
      ]),
    )
  }

  /** By anybody of the firm, its maker among them; mostly of the latest, so that several decide one at once. */
  decision({ firms, transfers }: Surroundings): ClientInput {
    const pending = transfers.filter(({ state }) => state === 'pending')
    const latest = pending.length > 0 && this.#draws.roll() < 0.7 ? pending : transfers
    const { tenantId, id } = this.#draws.oneOf(latest.slice(-3))
    const own = firms.find((firm) => firm.tenantId === tenantId)
    const origin = this.#draws.origin(own && this.#draws.roll() < 0.95 ? own : this.#draws.oneOf(firms))
    const approves = this.#draws.roll() < 0.7
    return { kind: 'decideTransfer', origin, id, approves, reason: approves ? null : 'R' }
  }

  cash({ firms, transfers }: Surroundings): ClientInput {
    const earlier = this.#draws.roll() < 0.05 && transfers.at(-1)
    if (earlier) return this.#again(earlier, firms)
    const firm = this.#draws.firm(firms)
    return this.#posting(firm, this.#draws.oneOf(firm.accounts).account, {
      type: this.#draws.roll() < 0.6 ? 'deposit' : 'withdrawal',
      amount: kobo(this.#draws.between(0, 10 ** this.#draws.between(2, 9))),
    })
  }

  shares({ firms, listings }: Surroundings): ClientInput {
    const firm = this.#draws.firm(firms)
    return this.#posting(firm, this.#draws.oneOf(firm.accounts).account, {
      type: this.#draws.roll() < 0.6 ? 'transferIn' : 'transferOut',
      securityID: this.#draws.oneOf(listings).securityID,
      quantity: shares(this.#draws.between(0, 10 ** this.#draws.between(1, 4))),
      unitCost: kobo(this.#draws.between(0, 5_000)),
    })
  }

  /** Freezes an account, or asks for the end of a freeze; now and then of one that is not there. */
  freeze({ firms, freezes, marketDate }: Surroundings): ClientInput {
    const known = freezes.length > 0 ? this.#draws.oneOf(freezes) : undefined
    // Frozen for long, an account does little.
    if (known && this.#draws.roll() < 0.75) {
      const firm = firms.find(({ tenantId }) => tenantId === known.tenantId) ?? this.#draws.firm(firms)
      const freeze = this.#draws.roll() < 0.9 ? known.id : known.id + 1
      return this.#request(firm, { type: 'unfreeze', account: known.account, freeze, reason: 'R' })
    }
    const firm = this.#draws.firm(firms)
    return this.#request(firm, {
      ...{ type: 'freeze', account: this.#draws.oneOf(firm.accounts).account, document: null },
      ground: this.#draws.oneOf(freezeGroundNames),
      reason: this.#draws.roll() < 0.02 ? '' : 'R',
      reference: 'Suit 12/2026',
      from: this.#draws.roll() < 0.05 ? addDays(marketDate, 1) : marketDate,
      openOrders: this.#draws.oneOf(frozenOrders),
    })
  }

  /** Takes back what was posted manually lately, again now and then. */
  reversal(surroundings: Surroundings): ClientInput {
    const { firms, byHand, available } = surroundings
    if (byHand.length === 0) return this.cash(surroundings)
    // Money that is spent in part is what leaves an account overdrawn.
    const spent = byHand.filter(
      ({ tenantId, entry: { kind, account, postings } }) =>
        kind === 'deposit' && (postings[0]?.amount ?? 0n) > available(tenantId, account),
    )
    const from = spent.length > 0 && this.#draws.roll() < 0.7 ? spent : byHand
    const { tenantId, sequence, entry } = this.#draws.oneOf(from)
    const firm = firms.find((other) => other.tenantId === tenantId)
    if (!firm) return this.cash(surroundings)
    return this.#request(firm, {
      ...{ type: 'reversal', account: entry.account, reverses: sequence, of: reversedOf(entry) },
      ...{ reference: entry.reference ?? '', narration: 'N' },
    })
  }

  /** What was asked for before, by anybody of its firm under another id: sometimes knowingly. */
  #again({ id, tenantId, transfer }: TransferRequest, firms: readonly FirmPlan[]): ClientInput {
    const own = firms.find((firm) => firm.tenantId === tenantId) ?? this.#draws.firm(firms)
    const repeats = this.#draws.roll() < 0.3 ? id : undefined
    return this.#request(own, transfer, repeats)
  }

  #posting(firm: FirmPlan, account: string, moved: Moved): ClientInput {
    const origin = this.#draws.origin(firm)
    const narration = this.#draws.roll() < 0.01 ? UNRECORDABLE : 'N'
    const transfer = { account, reference: 'R', narration, ...moved }
    if (this.#draws.roll() < 0.5) return { kind: 'externalTransfer', origin, transfer }
    return this.#request(firm, transfer)
  }

  #request(firm: FirmPlan, transfer: Requested, repeats?: number): ClientInput {
    const origin = this.#draws.origin(firm)
    this.#postings += 1
    const approvalAbove = this.#draws.roll() < 0.5 ? null : kobo(100_00n)
    return {
      kind: 'requestTransfer',
      origin,
      postingID: `p${this.#postings}`,
      transfer,
      approvalAbove,
      repeats,
    }
  }
}

/** What an entry moved, as its reversal names it. What shares that left had cost is what was paid for none. */
function reversedOf({ kind, postings, securityID, quantity, price }: Entry): Reversed {
  if (kind === 'deposit' || kind === 'withdrawal') {
    const amount = postings.find(({ ledgerAccount }) => ledgerAccount === 'customer')?.amount ?? 0n
    return { type: kind, amount: kobo(amount < 0n ? -amount : amount) }
  }
  const cost = kobo((quantity ?? 0n) * (price ?? 0n))
  const type = kind === 'transferIn' ? 'transferIn' : 'transferOut'
  return { type, securityID: securityID ?? '', quantity: shares(quantity ?? 0n), cost }
}
