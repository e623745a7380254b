import { Alert } from 'antd'
import type { RequestFailure } from '../api/request-failure.ts'

/** What became of a change. */
type Sent = { readonly status: string } | { readonly status: 'failed'; readonly failure: RequestFailure }

/** Why a change that a button sends failed; nothing while it did not. */
export const SendFailure = ({ state }: { readonly state: Sent }) =>
  'failure' in state ? (
    <Alert
      role="alert"
      type={state.failure.standing === 'refused' ? 'error' : 'warning'}
      title={state.failure.title}
      description={state.failure.details}
    />
  ) : null
