import { FilePdfOutlined } from '@ant-design/icons'
import type { CallInput, FileCallName } from '@tradebook/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../api/api-error.ts'
import { download } from '../api/client.ts'
import { saveFile } from '../api/save-file.ts'

interface PdfButtonProps<Name extends FileCallName> {
  /** The call that answers the document. */
  readonly file: Name
  readonly input: CallInput<Name>
  /** What the document is, for screen readers. */
  readonly label: string
  /** Whether it is in the bar of a list, whose tools have no border. */
  readonly isTool?: boolean
}

/** Saves a document that the server prints. */
export function PdfButton<Name extends FileCallName>({ file, input, label, isTool }: PdfButtonProps<Name>) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(await download(file, input))
    } catch (error) {
      // A refusal has been shown as every failed call is.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...(isTool && { type: 'text', size: 'small' })}
      icon={<FilePdfOutlined />}
      loading={isBusy}
      aria-label={label}
      onClick={() => void save()}
    >
      {t('Notes.Pdf')}
    </Button>
  )
}
