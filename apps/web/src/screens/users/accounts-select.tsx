import type { UserRow } from '@tradebook/contract'
import { useState } from 'react'
import { useCustomerSearch } from '../../accounts/customer-select.tsx'
import { type TextOption, TextsSelect } from '../../ui/texts-select.tsx'

interface AccountsSelectProps {
  /** Those that the user has already. */
  readonly known: UserRow['userTradingAccounts']
  /** Given by the form that holds it. */
  readonly id?: string
  readonly value?: string[] | null
  readonly onChange?: (value: string[]) => void
}

/** Chooses several accounts of the firm: found by name, account, CSCS account or telephone. */
export function AccountsSelect({ known, id, value, onChange }: AccountsSelectProps) {
  const { isTyped, found: customers, clear, props } = useCustomerSearch()
  const [chosen, setChosen] = useState<readonly TextOption[]>(known.map(optionOf))
  const found = customers.map(optionOf)
  // Among what is searched for Enter would give back one that was chosen.
  const others = isTyped ? [] : chosen.filter((one) => !found.some((other) => other.value === one.value))
  return (
    <TextsSelect
      {...props}
      {...(id !== undefined && { id })}
      value={value ?? []}
      options={[...found, ...others]}
      onChange={(numbers, options) => {
        setChosen([options].flat().filter((option) => option !== undefined))
        clear()
        onChange?.(numbers)
      }}
    />
  )
}

const optionOf = ({
  accountNumber,
  customerName,
}: {
  readonly accountNumber: string
  readonly customerName: string
}): TextOption => ({ value: accountNumber, label: `${customerName} · ${accountNumber}` })
