import { type ContractNoteRow, chargeInWords, feeText, shownOrders } from '@tradebook/contract'
import { useTranslation } from 'react-i18next'
import { NoteTrades } from '../../accounts/note-trades.tsx'
import { PdfButton } from '../../accounts/pdf-button.tsx'
import { averagePrice, date, money, NOTHING, quantity } from '../../ui/format.ts'
import { Facts, InnerTable } from '../../ui/opened-row.tsx'
import styles from './note.module.css'

interface NoteProps {
  readonly note: ContractNoteRow
  /** The firm's lines on a note: the name first. */
  readonly issuer: readonly string[]
}

/** One contract note with every line as it is printed: whose and what it is of, and next to it the charges. */
export function Note({ note, issuer: [firm, ...address] }: NoteProps) {
  const { t } = useTranslation()
  const facts = [
    [t('Note.Number'), String(note.number)],
    [t('Note.Customer'), note.customerName],
    [t('Note.Address'), note.address ?? NOTHING],
    [t('Note.CustomerNumber'), String(note.customerId)],
    [t('Note.Account'), note.account],
    [t('Note.CscsAccount'), note.cscsAccount],
    [t('Note.Chn'), note.chn ?? NOTHING],
    [t('Note.Security'), `${note.securityID}, ${note.securityDesc}`],
    [t('Note.Isin'), note.isin ?? NOTHING],
    [t('Note.TradeDate'), date(note.tradeDate)],
    [t('Note.SettlementDate'), date(note.settlementDate)],
    [t('Note.Quantity'), quantity(note.quantity)],
    [t('Note.AveragePrice'), averagePrice(note.averagePrice)],
    [t('Note.Trades'), quantity(note.trades)],
    [t('Note.OrderCount'), quantity(note.orders)],
    [t('Note.Orders'), shownOrders(note, t)],
  ] as const
  return (
    <div className={styles.note}>
      <div className={styles.parts}>
        <div>
          <address className={styles.issuer}>
            <strong>{firm}</strong>
            {address.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
          {note.state === 'provisional' && <p className={styles.notice}>{t('Note.Provisional')}</p>}
          <Facts of={facts} />
        </div>
        <div>
          <InnerTable>
            <thead>
              <tr>
                <th scope="col">{t('Note.Item')}</th>
                <th scope="col" data-align="right">
                  {t('Note.Rate')}
                </th>
                <th scope="col" data-align="right">
                  {t('Note.Amount')}
                </th>
              </tr>
            </thead>
            <tbody>
              <Line label={t('Note.Consideration')} amount={note.consideration} />
              {note.fees.map((fee) => (
                <Line
                  key={fee.name}
                  label={t(feeText(fee.name))}
                  rate={chargeInWords(fee, t)}
                  amount={fee.amount}
                />
              ))}
            </tbody>
            <tfoot>
              <Line label={t('Note.TotalFees')} amount={note.totalFees} />
              <Line label={t(`Note.Net.${note.side}`)} amount={note.netAmount} />
            </tfoot>
          </InnerTable>
          <PdfButton
            file="BackOffice/DownloadContractNote"
            input={{ number: note.number }}
            label={t('Notes.PdfOf', { number: note.number })}
          />
        </div>
      </div>
      <NoteTrades cscsAcct={note.cscsAccount} number={note.number} />
    </div>
  )
}

interface LineProps {
  readonly label: string
  /** A flat charge has none. */
  readonly rate?: string
  readonly amount: number
}

const Line = ({ label, rate = '', amount }: LineProps) => (
  <tr>
    <th scope="row">{label}</th>
    <td data-align="right">{rate}</td>
    <td data-align="right">{money(amount)}</td>
  </tr>
)
