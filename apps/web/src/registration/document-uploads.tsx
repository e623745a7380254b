import { CameraOutlined, CheckCircleFilled, UploadOutlined } from '@ant-design/icons'
import {
  type CallOutput,
  type DocumentKind,
  documentHelp,
  documentKinds,
  documentLimits,
  type RequestRemark,
} from '@tradebook/contract'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPending, useSend } from '../api/use-send.ts'
import { FileChoice } from '../ui/file-choice.tsx'
import { SendFailure } from '../ui/send-failure.tsx'
import { DocumentPicture } from './document-picture.tsx'
import { type FileFault, fileFaults, preparedFile } from './prepared-file.ts'
import styles from './registration.module.css'

type SavedDocument = CallOutput<'Customer/GetCustomerAccountCreationRequest'>['documents'][number]

interface DocumentUploadsProps {
  readonly kinds: readonly DocumentKind[]
  readonly saved: readonly SavedDocument[]
  /** What a reviewer found wrong. */
  readonly remarks: readonly RequestRemark[]
  /** Hints speak to the applicant. */
  readonly isFromPaper?: boolean
  /** By which what was saved before is fetched; who is registering cannot. */
  readonly requestId?: number
  readonly upload: (kind: DocumentKind, file: File) => Promise<void>
}

/** One place for each document; a file is saved as soon as it is chosen. */
export const DocumentUploads = ({
  kinds,
  saved,
  remarks,
  isFromPaper = false,
  requestId,
  upload,
}: DocumentUploadsProps) => (
  <ul className={styles.documents}>
    {kinds.map((kind) => (
      <li key={kind}>
        <DocumentUpload
          kind={kind}
          saved={saved.find((document) => document.kind === kind)}
          remark={remarks.find(({ field }) => field === kind)?.remark}
          hasHint={!isFromPaper}
          requestId={requestId}
          upload={upload}
        />
      </li>
    ))}
  </ul>
)

interface DocumentUploadProps extends Pick<DocumentUploadsProps, 'upload'> {
  readonly kind: DocumentKind
  readonly saved: SavedDocument | undefined
  readonly remark: string | undefined
  readonly hasHint: boolean
  readonly requestId: number | undefined
}

const DocumentUpload = ({ kind, saved, remark, hasHint, requestId, upload }: DocumentUploadProps) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<File>()
  const [isDrawnAgain, setDrawnAgain] = useState(false)
  const [fault, setFault] = useState<FileFault>()
  const { state, send } = useSend((file: File) => upload(kind, file))
  const title = t(documentKinds[kind].title)
  const isSaved = chosen ? state.status === 'done' : saved !== undefined

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // The same file may be chosen again after a failure.
    const prepared = file && (await preparedFile(file))
    target.value = ''
    if (!prepared) return
    setFault(typeof prepared === 'string' ? prepared : undefined)
    if (typeof prepared === 'string') return
    setChosen(prepared)
    setDrawnAgain(prepared !== file)
    await send(prepared)
  }

  return (
    <section className={styles.document} aria-label={title}>
      {chosen ? (
        <DocumentPicture file={chosen} title={title} />
      ) : (
        saved && requestId !== undefined && <DocumentPicture of={{ id: requestId, kind }} title={title} />
      )}
      <div>
        <h3>{title}</h3>
        {remark && (
          <p className={styles.wrong}>
            <strong>{remark}</strong>
          </p>
        )}
        {hasHint && <p>{t(documentHelp(kind))}</p>}
        <div className={styles.choices}>
          <FileChoice
            label={t(isSaved ? 'Registration.Documents.replace' : 'Registration.Documents.choose', {
              document: title,
            })}
            icon={<UploadOutlined aria-hidden />}
            accept={documentLimits.types.join(',')}
            isBusy={isPending(state)}
            onChange={choose}
          />
          {isPhotographed(kind) && (
            <FileChoice
              className={styles.camera}
              label={t('Registration.Documents.photograph', { document: title })}
              icon={<CameraOutlined aria-hidden />}
              accept="image/*"
              capture={/passportPhoto$/i.test(kind) ? 'user' : 'environment'}
              isBusy={isPending(state)}
              onChange={choose}
            />
          )}
        </div>
        <p role="status">
          {isPending(state) && t('Registration.Documents.sending')}
          {isSaved && !isPending(state) && (
            <>
              <CheckCircleFilled aria-hidden className={styles.done} />{' '}
              {t('Registration.Documents.saved', { name: chosen?.name ?? saved?.name ?? '' })}
              {isDrawnAgain && ` ${t('Registration.Documents.drawnAnew')}`}
            </>
          )}
        </p>
        {fault && (
          <p role="alert" className={styles.wrong}>
            {t(fileFaults[fault])}
          </p>
        )}
        <SendFailure state={state} />
      </div>
    </section>
  )
}

/** Papers of a company have many pages: nobody photographs them into one file. */
const isPhotographed = (kind: DocumentKind): boolean =>
  (documentKinds[kind].of as readonly string[]).includes('individual') || kind.startsWith('joint')
