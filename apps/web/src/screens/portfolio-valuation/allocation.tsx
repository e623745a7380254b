import type { ValuationRow, ValuationSummary } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { money } from '../../ui/format.ts'
import { partsOf } from './parts.ts'
import styles from './portfolio-valuation-screen.module.css'

interface AllocationProps extends ValuationSummary {
  readonly items: readonly ValuationRow[]
}

/** What an account's worth is made of, each part as a bar with its amount. */
export function Allocation({ items, ...summary }: AllocationProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.allocation}>
      {partsOf(items, summary).map(({ securityID, kind, value, size }) => (
        <li key={securityID ?? kind}>
          <span>{securityID ?? t(kind === 'cash' ? 'Valuation.Cash' : 'Valuation.Others')}</span>
          <span className={styles.track} aria-hidden="true">
            <span data-kind={kind} style={{ inlineSize: `${size * 100}%` }} />
          </span>
          <span>{money(value)}</span>
        </li>
      ))}
    </ul>
  )
}
