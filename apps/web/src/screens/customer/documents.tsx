import { EyeOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import {
  type CallInput,
  type DocumentKind,
  documentKindNames,
  documentKinds,
  documentLimits,
  documentsOf,
} from '@tradebook/contract'
import { addDocumentInput } from '@tradebook/contract/schemas/customers'
import { Button } from 'antd'
import { type ChangeEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { type FileFault, fileFaults, preparedFile } from '../../registration/prepared-file.ts'
import { useMayMake } from '../../session.ts'
import { FileChoice } from '../../ui/file-choice.tsx'
import { dateAndTime } from '../../ui/format.ts'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'
import styles from './customer-screen.module.css'
import type { CustomerRecord } from './record.ts'

type CustomerDocument = CustomerRecord['documents'][number]

/** Where a document of a customer is read. */
export const placeOf = (
  customer: number,
  kind: DocumentKind,
  { request, document }: Pick<CustomerDocument, 'request' | 'document'>,
) => (request === null ? { customer, document: document ?? 0 } : { id: request, kind })

/** The documents of a customer, each with those before it; who maintains customers replaces one or adds what is missing. */
export const Documents = ({ record }: { readonly record: CustomerRecord }) => {
  const { t } = useTranslation()
  const [added, add] = useState<DocumentKind>()
  const [done, setDone] = useState('')
  const mayAdd = useMayMake('Customer/AddDocument')
  const kinds = documentsOf(record.accountType ?? 'individual')
  const shown = documentKindNames.filter(
    (kind) => kinds.includes(kind) || record.documents.some((one) => one.kind === kind),
  )
  const waiting = record.changes.find(
    ({ state, document }) => state === 'waiting' && document !== null && document.kind === added,
  )
  return (
    <Section heading={t('Customer.Documents')}>
      <p role="status" className={styles.part}>
        {done}
      </p>
      <ul className={styles.documents} aria-label={t('Registration.Step.documents')}>
        {shown.map((kind) => (
          <li key={kind}>
            <OneKind
              record={record}
              kind={kind}
              add={mayAdd && kinds.includes(kind) ? () => add(kind) : undefined}
            />
          </li>
        ))}
      </ul>
      <GuardedDrawer
        open={added !== undefined}
        onClose={() => add(undefined)}
        destroyOnHidden
        size={560}
        title={added && t('Customer.Document.of', { document: t(documentKinds[added].title) })}
      >
        {waiting && <p role="alert">{t('Customer.Edit.waiting', waitingWords(waiting))}</p>}
        {added && !waiting && (
          <NewDocument
            record={record}
            kind={added}
            onDone={() => {
              setDone(t('Customer.Document.waits'))
              add(undefined)
            }}
          />
        )}
      </GuardedDrawer>
    </Section>
  )
}

/** Who asked for a correction that waits, when and why. */
export const waitingWords = ({ makerName, madeAt, reason }: CustomerRecord['changes'][number]) => ({
  ...{ who: makerName, at: dateAndTime(madeAt), reason },
})

interface KindProps {
  readonly record: CustomerRecord
  readonly kind: DocumentKind
}

const OneKind = ({ record, kind, add }: KindProps & { readonly add: (() => void) | undefined }) => {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isShown, show] = useState(false)
  const title = t(documentKinds[kind].title)
  const [current, ...before] = record.documents.filter((one) => one.kind === kind)
  return (
    <>
      {/* Each picture is a read that the audit trail keeps: opening the record reads none. */}
      {current && isShown && <DocumentPicture of={placeOf(record.id, kind, current)} title={title} />}
      <strong>{title}</strong>
      {current ? <Given {...current} /> : <p>{t('Customer.Document.none')}</p>}
      {current && !isShown && (
        <Button
          size="small"
          onClick={() => show(true)}
          icon={<EyeOutlined aria-hidden />}
          aria-label={t('Customer.Document.showOf', { document: title })}
        >
          {t('Customer.Document.show')}
        </Button>
      )}
      {add && (
        <Button
          size="small"
          onClick={add}
          icon={current ? <UploadOutlined aria-hidden /> : <PlusOutlined aria-hidden />}
          aria-label={t(current ? 'Customer.Document.replaceOf' : 'Customer.Document.addOf', {
            document: title,
          })}
        >
          {t(current ? 'Customer.Document.replace' : 'Customer.Document.add')}
        </Button>
      )}
      {before.length > 0 && (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{t('Customer.Document.before', { count: before.length })}</summary>
          {isOpen &&
            before.map((one) => (
              <div key={`${one.request} ${one.document}`}>
                <DocumentPicture of={placeOf(record.id, kind, one)} title={title} />
                <Given {...one} />
              </div>
            ))}
        </details>
      )}
    </>
  )
}

/** Who gave a document, when and why, and who approved it. */
const Given = ({ request, uploadedAt, givenBy, reason, approvedBy }: CustomerDocument) => {
  const { t } = useTranslation()
  return (
    <small>
      {request === null
        ? t('Customer.Change.by', { who: givenBy ?? '', at: dateAndTime(uploadedAt), reason: reason ?? '' })
        : `${t('AccountRequests.Review', { id: request })} · ${dateAndTime(uploadedAt)}`}
      {approvedBy && ` · ${t('Registration.Column.reviewedBy')} ${approvedBy}`}
    </small>
  )
}

/** The file, next to the one that it replaces, and why. */
const NewDocument = ({ record, kind, onDone }: KindProps & { readonly onDone: () => void }) => {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<File>()
  const [fault, setFault] = useState<FileFault>()
  const title = t(documentKinds[kind].title)
  const current = record.documents.find((one) => one.kind === kind)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    const prepared = file && (await preparedFile(file))
    // The same file may be chosen again.
    target.value = ''
    if (!prepared) return
    setFault(typeof prepared === 'string' ? prepared : undefined)
    if (typeof prepared !== 'string') setChosen(prepared)
  }
  return (
    <>
      <p>{t('Customer.Document.about')}</p>
      <SideBySide
        before={current && <DocumentPicture of={placeOf(record.id, kind, current)} title={title} />}
        after={chosen && <DocumentPicture file={chosen} title={title} />}
      />
      <FileChoice
        label={t(chosen ? 'Registration.Documents.replace' : 'Registration.Documents.choose', {
          document: title,
        })}
        icon={<UploadOutlined aria-hidden />}
        accept={documentLimits.types.join()}
        isBusy={false}
        onChange={choose}
      />
      {fault && <p role="alert">{t(fileFaults[fault])}</p>}
      {chosen && (
        <SchemaForm<'Customer/AddDocument', CallInput<'Customer/AddDocument'>>
          label={t('Customer.Document.of', { document: title })}
          change="Customer/AddDocument"
          schema={addDocumentInput}
          fields={[{ name: 'reason', label: 'Customer.Edit.reason', shownAs: 'lines' }]}
          files={{ document: chosen }}
          initial={{ id: record.id, kind }}
          action={t('Customer.Document.send')}
          makesStale={['Customer/GetCustomerRecord', 'Customer/GetCustomerChanges']}
          onDone={onDone}
        />
      )}
    </>
  )
}

/** The document as it is, and the one that replaces it. */
export const SideBySide = ({ before, after }: { readonly before: ReactNode; readonly after: ReactNode }) => {
  const { t } = useTranslation()
  return (
    <ul className={styles.documents}>
      <li>
        <strong>{t('Customer.Document.current')}</strong>
        {before ?? <p>{t('Customer.Document.none')}</p>}
      </li>
      {after && (
        <li>
          <strong>{t('Customer.Document.new')}</strong>
          {after}
        </li>
      )}
    </ul>
  )
}
