import { MAX_PAGED_ROWS } from '@tradebook/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { quantity } from '../../ui/format.ts'

interface TotalsNoteProps {
  /** Whether there are more rows than are added up. */
  readonly isOfSome: boolean
  /** A sum that no column has. */
  readonly children?: ReactNode
}

/** What is to be known of the totals under a report. */
export function TotalsNote({ isOfSome, children }: TotalsNoteProps) {
  const { t } = useTranslation()
  return (
    <>
      {children}
      {isOfSome && ` ${t('Reports.SomeTotals', { most: quantity(MAX_PAGED_ROWS) })}`}
    </>
  )
}
