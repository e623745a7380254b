import { FilePdfOutlined } from '@ant-design/icons'
import { type ContractNoteRow, feeText } from '@tradebook/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/api-error.ts'
import { download } from '../../api/client.ts'
import { saveFile } from '../../api/save-file.ts'
import { date, money, quantity } from '../../ui/format.ts'
import styles from './note.module.css'

/** One contract note with every line as it is printed. */
export function Note({ note }: { readonly note: ContractNoteRow }) {
  const { t } = useTranslation()
  const facts = [
    [t('Note.Security'), `${note.securityID}, ${note.securityDesc}`],
    [t('Note.TradeDate'), date(note.tradeDate)],
    [t('Note.SettlementDate'), date(note.settlementDate)],
    [t('Note.Trades'), quantity(note.trades)],
    [t('Note.Orders'), note.orderIDs.join(', ')],
  ] as const
  return (
    <div className={styles.note}>
      {note.state === 'provisional' && <p className={styles.notice}>{t('Note.Provisional')}</p>}
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className={styles.lines}>
        <thead>
          <tr>
            <th scope="col">{t('Note.Item')}</th>
            <th scope="col">{t('Note.Rate')}</th>
            <th scope="col">{t('Note.Amount')}</th>
          </tr>
        </thead>
        <tbody>
          <Line label={t('Note.Consideration')} amount={note.consideration} />
          {note.fees.map(({ name, rate, amount }) => (
            <Line key={name} label={t(feeText(name))} rate={rate} amount={amount} />
          ))}
        </tbody>
        <tfoot>
          <Line label={t('Note.TotalFees')} amount={note.totalFees} />
          <Line label={t(`Note.Net.${note.side}`)} amount={note.netAmount} />
        </tfoot>
      </table>
      <PdfButton number={note.number} />
    </div>
  )
}

interface LineProps {
  readonly label: string
  /** Percent; a flat charge has none. */
  readonly rate?: number
  readonly amount: number
}

const Line = ({ label, rate = 0, amount }: LineProps) => (
  <tr>
    <th scope="row">{label}</th>
    <td>{rate === 0 ? '' : `${rate} %`}</td>
    <td>{money(amount)}</td>
  </tr>
)

function PdfButton({ number }: Pick<ContractNoteRow, 'number'>) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveFile(await download('BackOffice/DownloadContractNote', { number }))
    } catch (error) {
      // A refusal has been shown as every failed call is.
      if (!(error instanceof ApiError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<FilePdfOutlined />}
      loading={isBusy}
      aria-label={t('Notes.PdfOf', { number })}
      onClick={() => void save()}
    >
      {t('Notes.Pdf')}
    </Button>
  )
}
