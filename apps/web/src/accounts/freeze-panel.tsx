import {
  type AccountFreezeRow,
  type CallInput,
  type CallOutput,
  type CustomerRow,
  documentLimits,
  freezeGrounds,
} from '@tradebook/contract'
import { freezeInput, unfreezeInput } from '@tradebook/contract/schemas/freezes'
import { Alert, Button, Modal } from 'antd'
import { type ChangeEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download } from '../api/client.ts'
import { saveFile } from '../api/save-file.ts'
import { useCall } from '../api/use-call.ts'
import { useMarketDate } from '../live/use-live.ts'
import { type FileFault, fileFaults, preparedFile } from '../registration/prepared-file.ts'
import { useCan, useSession } from '../session.ts'
import { date, dateAndTime } from '../ui/format.ts'
import { SchemaForm } from '../ui/schema-form/schema-form.tsx'
import styles from './freeze-panel.module.css'
import { usePosting } from './posting.ts'

const CHANGED = [
  'BackOffice/GetAccountFreezes',
  'BackOffice/GetCashApprovals',
  'BackOffice/GetCustomers',
  'Customer/GetCustomerRecord',
] as const

interface FreezePanelProps {
  readonly account: Pick<CustomerRow, 'accountNumber' | 'cscsAccount'>
}

const useFreezes = (cscsAcct: string) =>
  useCall('BackOffice/GetAccountFreezes', { cscsAcct }, { staleTime: 0 }).data

/** Whether an account is frozen. Anyone with the permission reads why, and requests that a freeze be lifted. */
export function FreezePanel({ account }: FreezePanelProps) {
  const freezes = useFreezes(account.cscsAccount)
  return freezes && freezes.items.length + Number(freezes.isFrozen) > 0 ? (
    <Freezes account={account} {...freezes} />
  ) : null
}

/** The button by which anyone with the permission freezes an account. */
export function FreezeButton({ account }: FreezePanelProps) {
  const { t } = useTranslation()
  const freezes = useFreezes(account.cscsAccount)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const title = t('Freeze.Of', { account: account.accountNumber })
  if (!useCan('FREEZE_ACCOUNTS') || !freezes) return null
  return (
    <>
      <Button size="small" aria-label={title} onClick={() => setOpen(true)}>
        {t('Freeze.Title')}
      </Button>
      <Modal open={isOpen} title={title} onCancel={close} footer={null} destroyOnHidden>
        <FreezeForm account={account} openOrders={freezes.openOrders ?? 0} onDone={close} />
      </Modal>
    </>
  )
}

/** Whether an account is frozen, so that nothing leaves it; false until that is known. */
export const useIsFrozen = (cscsAcct: string): boolean => useFreezes(cscsAcct)?.isFrozen === true

/** What is said where a form would let something leave a frozen account. */
export const FrozenNotice = () => {
  const { t } = useTranslation()
  return <Alert type="warning" showIcon title={t('Freeze.Frozen')} description={t('Freeze.Frozen.details')} />
}

type FreezesProps = FreezePanelProps & CallOutput<'BackOffice/GetAccountFreezes'>

const Freezes = ({ account, isFrozen, items }: FreezesProps) => {
  const { t } = useTranslation()
  const mayFreeze = useCan('FREEZE_ACCOUNTS')
  const isCustomer = useSession(({ roles }) => roles.has('CUSTOMER'))
  const [opened, open] = useState<AccountFreezeRow>()
  const close = () => open(undefined)
  const [inForce, past] = [items.filter((one) => one.isInForce), items.filter((one) => !one.isInForce)]
  return (
    <>
      {isFrozen && (
        <Alert
          className={styles.frozen}
          type="warning"
          showIcon
          title={t('Freeze.Frozen')}
          description={
            <>
              <p>{t('Freeze.Frozen.details')}</p>
              {items.length === 0 && <p>{t(isCustomer ? 'Freeze.Frozen.own' : 'Freeze.Frozen.staff')}</p>}
              <ul className={styles.freezes}>
                {inForce.map((freeze) => (
                  <li key={freeze.id}>
                    <FreezeWords {...freeze} />
                    {mayFreeze && freeze.endAskedBy === null && (
                      <Button size="small" onClick={() => open(freeze)}>
                        {t('Freeze.Lift.of', { id: freeze.id })}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            </>
          }
        />
      )}
      {past.length > 0 && (
        <details>
          <summary>{t('Freeze.History')}</summary>
          <ul className={styles.freezes}>
            {past.map((freeze) => (
              <li key={freeze.id}>
                <FreezeWords {...freeze} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <Modal
        open={opened !== undefined}
        title={opened && t('Freeze.Lift.of', { id: opened.id })}
        onCancel={close}
        footer={null}
        destroyOnHidden
      >
        {opened && <LiftForm account={account} freeze={opened} onDone={close} />}
      </Modal>
    </>
  )
}

/** Saves the document of a freeze; that it failed is notified. */
const saveDocument = (id: number) =>
  download('BackOffice/GetFreezeDocument', { id }).then(saveFile, () => undefined)

/** One freeze: why, since when, by whom, and who asked for its end. */
export const FreezeWords = (freeze: AccountFreezeRow) => {
  const { t } = useTranslation()
  const { id, ground, from, reason, reference, frozenBy, frozenAt, document, endAskedBy, endReason } = freeze
  const { isInForce, liftedBy, liftedAt } = freeze
  return (
    <>
      <p>
        {t(reference === '' ? 'Freeze.InForce' : 'Freeze.Referenced', {
          ...{ ground: t(freezeGrounds[ground]), from: date(from), reason, reference },
        })}
      </p>
      <p>
        {t('Freeze.By', { by: frozenBy, at: dateAndTime(frozenAt) })}{' '}
        {document !== null && (
          <Button type="link" size="small" onClick={() => void saveDocument(id)}>
            {document}
          </Button>
        )}
      </p>
      {isInForce && endAskedBy !== null && (
        <p>{t('Freeze.Lift.asked', { by: endAskedBy, reason: endReason ?? '' })}</p>
      )}
      {!isInForce && (
        <p>
          {t('Freeze.Past', {
            by: liftedBy ?? '',
            at: liftedAt === null ? '' : dateAndTime(liftedAt),
            reason: endReason ?? '',
          })}
        </p>
      )}
    </>
  )
}

const ORDERS = { cancel: 'Freeze.Orders.cancel', keep: 'Freeze.Orders.keep' } as const

interface FormProps extends FreezePanelProps {
  readonly onDone: () => void
}

const FreezeForm = ({ account, openOrders, onDone }: FormProps & { readonly openOrders: number }) => {
  const { t } = useTranslation()
  const id = useId()
  const { cscsAccount, accountNumber } = account
  const today = useMarketDate()
  const [document, attach] = useState<File>()
  const [fault, setFault] = useState<FileFault>()
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    const prepared = file && (await preparedFile(file))
    const isFault = typeof prepared === 'string'
    setFault(isFault ? prepared : undefined)
    attach(isFault ? undefined : prepared)
    // What cannot be sent is not shown as attached.
    if (isFault) target.value = ''
  }
  const [modal, dialog] = Modal.useModal()
  const { postingID, made, begun, posted, failed } = usePosting('BackOffice/FreezeAccount', accountNumber)
  return (
    <>
      <p>{t('Freeze.About')}</p>
      <p>{t('Freeze.Orders.count', { count: openOrders })}</p>
      <p>
        <label htmlFor={id}>{t('Freeze.Document')}</label>{' '}
        <input
          id={id}
          type="file"
          accept={documentLimits.types.join()}
          onChange={choose}
          aria-describedby={`${id}-help`}
        />
        <br />
        <small id={`${id}-help`}>{t('Freeze.Document.help')}</small>
      </p>
      {fault && <p role="alert">{t(fileFaults[fault])}</p>}
      <SchemaForm<'BackOffice/FreezeAccount', CallInput<'BackOffice/FreezeAccount'>>
        key={made}
        label={t('Freeze.Of', { account: accountNumber })}
        change="BackOffice/FreezeAccount"
        schema={freezeInput}
        fields={[
          { name: 'ground', label: 'Freeze.Ground', choices: freezeGrounds },
          { name: 'from', label: 'Freeze.From', help: 'Freeze.From.help', shownAs: 'date' },
          { name: 'reference', label: 'Freeze.Reference', help: 'Freeze.Reference.help' },
          { name: 'reason', label: 'Freeze.Reason', help: 'Freeze.Reason.help', shownAs: 'lines' },
          { name: 'openOrders', label: 'Freeze.Orders', help: 'Freeze.Orders.help', choices: ORDERS },
        ]}
        files={document && { document }}
        initial={{ postingID, cscsAcct: cscsAccount, openOrders: 'cancel', ...(today && { from: today }) }}
        action={t('Freeze.Title')}
        makesStale={CHANGED}
        confirm={async ({ openOrders: kept }) =>
          modal.confirm({
            title: t('Freeze.Sure', { account: accountNumber }),
            content: t(kept === 'keep' ? 'Freeze.Sure.keep' : 'Freeze.Sure.cancel', { count: openOrders }),
            okText: t('Freeze.Title'),
            cancelText: t('Cash.Post.Back'),
          })
        }
        onSubmit={begun}
        onDone={() => {
          posted('')
          onDone()
        }}
        onFailed={failed}
      />
      {dialog}
    </>
  )
}

const LiftForm = ({ account, freeze, onDone }: FormProps & { readonly freeze: AccountFreezeRow }) => {
  const { t } = useTranslation()
  const { cscsAccount, accountNumber } = account
  const { postingID, made, begun, posted, failed } = usePosting('BackOffice/UnfreezeAccount', accountNumber)
  return (
    <>
      <FreezeWords {...freeze} />
      <SchemaForm<'BackOffice/UnfreezeAccount', CallInput<'BackOffice/UnfreezeAccount'>>
        key={made}
        label={t('Freeze.Lift.of', { id: freeze.id })}
        change="BackOffice/UnfreezeAccount"
        schema={unfreezeInput}
        fields={[{ name: 'reason', label: 'Freeze.Lift.reason', shownAs: 'lines' }]}
        initial={{ postingID, cscsAcct: cscsAccount, freeze: freeze.id }}
        action={t('Freeze.Lift.action')}
        makesStale={CHANGED}
        onSubmit={begun}
        onDone={() => {
          posted('')
          onDone()
        }}
        onFailed={failed}
      />
    </>
  )
}
