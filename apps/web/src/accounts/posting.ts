import { type CallInput, type CallName, refusals } from '@tradebook/contract'
import { useState } from 'react'
import type { RequestFailure } from '../api/request-failure.ts'
import { useSend } from '../api/use-send.ts'

/** The calls whose answers a posting of cash or shares changes, or its approval. */
export const CHANGED_BY_POSTING = [
  'BackOffice/GetCashApprovals',
  'BackOffice/GetPaymentRequests',
  'BackOffice/GetAccountStatement',
  'BackOffice/GetAccountInflow',
  'BackOffice/GetAccountOutflow',
  'BackOffice/GetAccountTerms',
  'BackOffice/GetDashAccountPortfolioHolding',
  'BackOffice/GetDashAccountPortfolioValuation',
  'BackOffice/GetPortfolioMovement',
  'BackOffice/GetPortfolioPerformance',
  'BackOffice/GetAccountFreezes',
  'BackOffice/GetPaymentOptions',
  'Fees/Get',
  'Order/GetDashAccountBalance',
] as const satisfies readonly CallName[]

interface Posting {
  readonly postingID: string
  /** The number of postings made here: the form of the next one begins empty. */
  readonly made: number
  /** What became of the posting before, in words; empty before the first. */
  readonly text: string
  /** Another is about to be made: what became of the one before is said no longer. */
  readonly begun: () => void
  /** The posting is made: says what became of it, and gives the next one an id of its own. */
  readonly posted: (text: string) => void
  /** The posting failed: an id under which another posting stands is replaced. */
  readonly failed: (failure: RequestFailure) => void
  /** Whether the person was told that this was posted before, and may post it again. */
  readonly isRepeat: boolean
  /** What is sent of a form: where the person posts knowingly again, with the number of the posting before. */
  readonly toInput: <Entry extends object>(
    form: Entry & { again?: boolean | undefined },
  ) => Omit<Entry, 'again'> & { repeats?: number | undefined }
}

/**
 * A posting that a person makes by hand. While it is unknown what came of it, the id is kept for the call
 * and the account, also where the person looks at another page meanwhile: sent again it is posted once.
 */
export function usePosting(call: CallName, account: string): Posting {
  const place = `posting ${call} ${account}`
  const [{ earlier, ...posting }, next] = useState(() => begunAs(keptAt(place) ?? renewed(place)))
  return {
    ...posting,
    isRepeat: earlier !== undefined,
    toInput: ({ again, ...entry }) => ({ ...entry, ...(again && { repeats: earlier }) }),
    begun: () => next((now) => ({ ...now, text: '' })),
    posted: (text) => {
      const postingID = renewed(place)
      next(({ made }) => ({ ...begunAs(postingID), made: made + 1, text }))
    },
    failed: ({ code, data }) => {
      if (code === refusals.postedBefore.code) next((now) => ({ ...now, earlier: Number(data?.id) }))
      if (code !== refusals.postingIDUsed.code) return
      const postingID = renewed(place)
      next((now) => ({ ...now, postingID }))
    },
  }
}

/** A request that a button makes, without a form: while it is unknown what came of it, it is sent again under its id. */
export function useRequest<Name extends 'Fees/DeleteRate' | 'Fees/DeleteAgreement'>(
  call: Name,
  makesStale: readonly CallName[],
) {
  const { state, send } = useSend(call, { makesStale })
  return {
    state,
    send: async (input: Omit<CallInput<Name>, 'postingID'>) => {
      const place = `request ${call} ${JSON.stringify(input)}`
      const postingID = keptAt(place) ?? renewed(place)
      const outcome = await send({ ...input, postingID } as CallInput<Name>)
      if (outcome?.status === 'done') sessionStorage.removeItem(place)
    },
  }
}

const begunAs = (postingID: string) => ({
  postingID,
  made: 0,
  text: '',
  earlier: undefined as number | undefined,
})

/** Until the tab is closed or its user signs out. */
const keptAt = (place: string): string | null => sessionStorage.getItem(place)

function renewed(place: string): string {
  const postingID = crypto.randomUUID()
  sessionStorage.setItem(place, postingID)
  return postingID
}
