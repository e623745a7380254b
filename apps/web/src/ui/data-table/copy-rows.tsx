import { CheckOutlined, CopyOutlined, WarningOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChosenColumns } from './chosen-columns.ts'
import style from './data-table.module.css'
import { type ListSource, type ListView, plainTable } from './list-view.ts'

interface CopyRowsProps<Row> {
  readonly list: ListView<Row>
  readonly all: NonNullable<ListSource<Row>['all']>
}

const icons = { idle: <CopyOutlined />, copied: <CheckOutlined />, failed: <WarningOutlined /> } as const
const texts = { idle: 'Table.Copy', copied: 'Table.Copied', failed: 'Table.NotCopied' } as const

/** Copies all rows that pass the filters as a table that a spreadsheet takes in. */
export function CopyRows<Row>({ list, all }: CopyRowsProps<Row>) {
  const { t } = useTranslation()
  const columns = useChosenColumns(list)
  const [outcome, setOutcome] = useState<keyof typeof texts>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(plainTable(columns, await all(), t))
      setOutcome('copied')
    } catch {
      // Browsers refuse it without the person's leave, and where the page is not served securely.
      setOutcome('failed')
    }
  }
  return (
    <>
      <Button
        size="small"
        type="text"
        icon={icons[outcome]}
        aria-label={t('Table.Copy')}
        title={t(texts[outcome])}
        onClick={() => void copy()}
        onBlur={() => setOutcome('idle')}
      />
      <span aria-live="polite" className={style.announced}>
        {outcome !== 'idle' && t(texts[outcome])}
      </span>
    </>
  )
}
