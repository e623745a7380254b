import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { EmptyState } from './empty-state.tsx'

interface LoadedProps<Output> {
  readonly answer: Pick<UseQueryResult<Output>, 'data' | 'error' | 'isFetching' | 'refetch'>
  readonly children: (output: Output) => ReactNode
}

/**
 * What a call answered: a skeleton until it has, and if it failed the reason and a button that tries again. An answer
 * that is shown stays while a later one fails, because somebody may be typing in it.
 */
export function Loaded<Output>({ answer, children }: LoadedProps<Output>): ReactNode {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = answer
  if (data !== undefined) return children(data)
  if (!error) return <Skeleton active />
  const refusal = error instanceof ApiError && error.message ? error : undefined
  return (
    <EmptyState
      title={refusal?.message ?? t('Loaded.Failed')}
      details={refusal ? (refusal.details ?? '') : t('Table.Failed.details')}
      action={
        <Button loading={isFetching} onClick={() => void refetch()}>
          {t('Chunk.Retry')}
        </Button>
      }
    />
  )
}
