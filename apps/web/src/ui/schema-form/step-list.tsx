import { CheckOutlined } from '@ant-design/icons'
import type { TextKey } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import styles from './stepped-form.module.css'

interface StepListProps {
  readonly steps: readonly { readonly key: string; readonly title: TextKey }[]
  /** The place of the step that is shown, from 0. */
  readonly at: number
  readonly onStep: (key: string) => void
}

/** Where a person is in a form of several steps; the steps before lead back to themselves. */
export const StepList = ({ steps, at, onStep }: StepListProps) => {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('Steps.Label')} className={styles.steps}>
      <p>{t('Steps.At', { at: at + 1, of: steps.length })}</p>
      <ol>
        {steps.map(({ key, title }, place) => (
          <li key={key} data-standing={place < at ? 'done' : place === at ? 'open' : 'ahead'}>
            <button
              type="button"
              disabled={place > at}
              aria-current={place === at ? 'step' : undefined}
              title={t(title)}
              onClick={() => onStep(key)}
            >
              <span aria-hidden="true">{place < at ? <CheckOutlined /> : place + 1}</span>
              <span>{t(title)}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
