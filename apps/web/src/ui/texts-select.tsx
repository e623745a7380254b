import { Select, type SelectProps } from 'antd'
import { useState } from 'react'

type TextsSelectProps = Omit<
  SelectProps<string[], TextOption>,
  'mode' | 'open' | 'onOpenChange' | 'onSelect' | 'allowClear'
>

export interface TextOption {
  readonly value: string
  readonly label: string
}

/**
 * Chooses several texts. Its list closes with each choice: while it is open Tab chooses the marked option too,
 * which would give a person who leaves the field by Tab one more than was chosen.
 */
export function TextsSelect(props: TextsSelectProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Select<string[], TextOption>
      {...props}
      mode="multiple"
      allowClear
      open={isOpen}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
    />
  )
}
