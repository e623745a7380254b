import { FilePdfOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import type { DocumentKind } from '@tradebook/contract'
import { Button, Image, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../api/client.ts'
import { saveFile } from '../api/save-file.ts'
import { callKey } from '../api/use-call.ts'
import styles from './registration.module.css'

type DocumentPictureProps = { readonly title: string } & (
  | { readonly file: File; readonly of?: never }
  | { readonly file?: never; readonly of: SavedDocument }
)

/** A document of a request, or one that was added to a customer's since. */
type SavedDocument =
  | { readonly id: number; readonly kind: DocumentKind }
  | { readonly customer: number; readonly document: number }

/** A document to look at: of this device, or as it was saved. */
export const DocumentPicture = ({ title, ...source }: DocumentPictureProps) =>
  source.file ? <Picture file={source.file} title={title} /> : <SavedPicture of={source.of} title={title} />

const SavedPicture = ({ of, title }: { of: SavedDocument; title: string }) => {
  const { t } = useTranslation()
  const { data, isError, refetch } = useQuery({
    queryKey: [...callKey('customer' in of ? 'Customer/GetCustomerDocument' : 'Customer/GetDocument'), of],
    // Its owner may have sent another since.
    staleTime: 0,
    queryFn: ({ signal }) =>
      'customer' in of
        ? download('Customer/GetCustomerDocument', { id: of.customer, document: of.document }, { signal })
        : download('Customer/GetDocument', of, { signal }),
  })
  if (isError)
    return (
      <div className={styles.picture}>
        <p>{t('Registration.Documents.failed')}</p>
        <Button size="small" onClick={() => void refetch()}>
          {t('Chunk.Retry')}
        </Button>
      </div>
    )
  return data ? (
    <Picture file={data} title={title} />
  ) : (
    <div aria-busy="true">
      <Skeleton.Node active className={styles.picture} />
    </div>
  )
}

/** A picture opens larger; a PDF is saved, because the page lets nothing in that could run. */
const Picture = ({ file, title }: { file: File; title: string }) => {
  const { t } = useTranslation()
  const url = useObjectURL(file)
  if (!file.type.startsWith('image/'))
    return (
      <div className={styles.picture}>
        <FilePdfOutlined aria-hidden />
        <Button
          size="small"
          onClick={() => saveFile(file)}
          aria-label={t('Registration.Documents.saveOf', { document: title })}
        >
          {t('Registration.Documents.save')}
        </Button>
      </div>
    )
  return url ? <Image className={`${styles.picture} ${styles.paper}`} src={url} alt={title} /> : null
}

/** An address of a file for as long as the component shows it. */
function useObjectURL(file: File): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
