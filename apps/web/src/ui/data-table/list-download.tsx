import { DownloadOutlined } from '@ant-design/icons'
import { type CallInput, type FileCallName, type FileFormat, fileFormats } from '@tradebook/contract'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/client.ts'
import { useChosenColumns } from './chosen-columns.ts'
import { type ListState, sortingInput } from './list-state.ts'
import { type Column, filterInput, type ListView } from './list-view.ts'

interface ListDownloadProps<Row> {
  readonly list: ListView<Row>
  readonly file: FileCallName
  readonly state: ListState
  /** What else the file's call is asked: whose list it is. */
  readonly input: Readonly<Record<string, unknown>> | undefined
}

/** Downloads the list as it is filtered and sorted, all its pages, in the columns that are chosen. */
export function ListDownload<Row>({ list, file, state, input }: ListDownloadProps<Row>) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const columns = useChosenColumns(list)
  const downloadAs = async (format: FileFormat) => {
    setBusy(true)
    try {
      const asked = { ...input, ...fileInput(list, state, columns), format }
      // The list's filters are parameters of its file call by the contract; a wrong one is refused.
      save(await download(file, asked as unknown as CallInput<FileCallName>))
    } catch (error) {
      // A refusal has been shown as every failed call is.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: fileFormats.map((key) => ({ key, label: t(`Table.Download.${key}`) })),
        onClick: ({ key }) => void downloadAs(key as FileFormat),
      }}
    >
      <Button
        size="small"
        type="text"
        icon={<DownloadOutlined />}
        loading={isBusy}
        aria-label={t('Table.Download')}
      />
    </Dropdown>
  )
}

/** What a file's call is asked: filters, sorting, and once each the columns that hold what is shown. */
export const fileInput = <Row,>(
  list: ListView<Row>,
  { filters, sorting }: ListState,
  columns: readonly Column<Row>[],
) => ({
  ...filterInput(list, filters),
  ...(sorting && { sorting: sortingInput(sorting) }),
  columns: [...new Set(columns.flatMap(({ fileColumns }) => fileColumns))],
})

/** How long the browser may take to begin with a file, in milliseconds. */
const FILE_KEPT_MS = 60_000

function save(file: File): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), FILE_KEPT_MS)
}
