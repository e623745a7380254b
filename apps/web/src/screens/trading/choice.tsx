import { useId } from 'react'
import style from './choice.module.css'

interface ChoiceProps<T extends string> {
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string; readonly title?: string }[]
  readonly onChange: (value: T) => void
  /** As high as a field of a form; otherwise as a tool in a panel's bar. */
  readonly isField?: boolean
}

/**
 * One of a few, all of them seen. The live panels use it instead of Ant Design's Segmented, which
 * measures itself and slides its thumb at every change.
 */
export function Choice<T extends string>({ label, value, options, onChange, isField }: ChoiceProps<T>) {
  const name = useId()
  return (
    <fieldset className={style.choice} data-field={isField || undefined} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} title={option.title}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
