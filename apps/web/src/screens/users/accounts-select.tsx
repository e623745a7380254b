import type { UserRow } from '@tradebook/contract'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomers } from '../../accounts/customer-select.tsx'
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
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly TextOption[]>(known.map(optionOf))
  const { data, isFetching } = useCustomers(useDeferredValue(search.trim()))
  const found = (data?.items ?? []).map(optionOf)
  const others = chosen.filter((one) => !found.some((other) => other.value === one.value))
  return (
    <TextsSelect
      {...(id !== undefined && { id })}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      placeholder={t('Account.placeholder')}
      loading={isFetching}
      value={value ?? []}
      options={[...found, ...others]}
      notFoundContent={t(isFetching ? 'Account.Searching' : 'Account.None')}
      onChange={(numbers, options) => {
        setChosen([options].flat().filter((option) => option !== undefined))
        setSearch('')
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
