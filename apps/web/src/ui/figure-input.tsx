import { Input, type InputProps } from 'antd'
import { readFigure, writeFigure } from './decimal.ts'

interface FigureInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  /** As it is typed. */
  readonly value?: string
  readonly onChange?: (text: string) => void
}

/** A figure that is typed. Left, it shows with its thousands parted how it was read; what is none stays as typed. */
export const FigureInput = ({ onChange, onBlur, ...others }: FigureInputProps) => (
  <Input
    {...others}
    inputMode="decimal"
    autoComplete="off"
    onChange={({ target }) => onChange?.(target.value)}
    onBlur={(event) => {
      const read = readFigure(event.target.value)
      if (typeof read === 'number') onChange?.(writeFigure(read))
      onBlur?.(event)
    }}
  />
)
