import type { ReactNode } from 'react'
import styles from './facts.module.css'

/**
 * Names with their values, side by side where there is room.
 *
 * @param isFigures the values are figures, which are not broken.
 */
export const Facts = ({
  facts,
  isFigures = false,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
  readonly isFigures?: boolean
}) => (
  <dl className={isFigures ? `${styles.facts} ${styles.figures}` : styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
