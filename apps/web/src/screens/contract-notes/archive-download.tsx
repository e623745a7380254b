import { FileZipOutlined } from '@ant-design/icons'
import type { CallInput } from '@tradebook/contract'
import { Button, Dropdown } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSeesCustomers } from '../../accounts/portal-account.ts'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/client.ts'
import { saveFile } from '../../api/save-file.ts'
import { fileCounter } from './files-of-archive.ts'
import styles from './note.module.css'

interface ArchiveDownloadProps {
  readonly input: CallInput<'BackOffice/DownloadContractNotes'>
  /** How many notes of the account there are, where that is known. */
  readonly total: number | undefined
}

/** Downloads the notes of the days as PDF documents in one archive, and shows how many have come. */
export function ArchiveDownload({ input, total }: ArchiveDownloadProps) {
  const { t } = useTranslation()
  const seesAll = useSeesCustomers()
  const [progress, setProgress] = useState<{ count: number; total: number | undefined }>()
  const underway = useRef<AbortController>(undefined)
  useEffect(() => () => underway.current?.abort(), [])

  const start = async (isOfFirm: boolean) => {
    const controller = new AbortController()
    underway.current = controller
    const { cscsAcct, ...days } = input
    const count = fileCounter()
    const known = isOfFirm ? undefined : total
    setProgress({ count: 0, total: known })
    try {
      const asked = { ...days, ...(!isOfFirm && cscsAcct && { cscsAcct }) }
      const file = await download('BackOffice/DownloadContractNotes', asked, {
        signal: controller.signal,
        received: (piece) => setProgress({ count: count(piece), total: known }),
      })
      saveFile(file)
    } catch (error) {
      // A refusal has been shown as every failed call is; anyone who stopped it knows.
      if (!controller.signal.aborted && !(error instanceof ApiError)) throw error
    } finally {
      setProgress(undefined)
    }
  }

  if (progress) {
    const { count } = progress
    return (
      <span className={styles.progress}>
        <span role="status">
          {progress.total === undefined
            ? t('Notes.Preparing', { count })
            : t('Notes.PreparingOf', { count, total: progress.total })}
        </span>
        <Button size="small" onClick={() => underway.current?.abort()}>
          {t('Notes.Cancel')}
        </Button>
      </span>
    )
  }
  const button = { size: 'small', type: 'text', icon: <FileZipOutlined /> } as const
  if (!seesAll)
    return (
      <Button {...button} onClick={() => void start(false)}>
        {t('Notes.All')}
      </Button>
    )
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'account', label: t('Notes.AllOfAccount') },
          { key: 'firm', label: t('Notes.AllOfFirm') },
        ],
        onClick: ({ key }) => void start(key === 'firm'),
      }}
    >
      <Button {...button}>{t('Notes.All')}</Button>
    </Dropdown>
  )
}
