import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/client.ts'
import { saveFile } from '../../api/save-file.ts'

/** Saves everything that the firm has of a customer, as one archive. */
export const FileButton = ({ id }: { readonly id: number }) => {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(await download('Customer/DownloadCustomerFile', { id }))
    } catch (error) {
      // A refusal has been shown as every failed call is.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button loading={isBusy} onClick={() => void save()}>
      {t('Customer.File.download')}
    </Button>
  )
}
