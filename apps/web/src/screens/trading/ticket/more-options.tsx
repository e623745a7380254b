import { ExecInst, LONGEST_TEXT, untakenPart } from '@tradebook/contract'
import { Checkbox, Input } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useVenue } from '../../../live/use-live.ts'
import { readQuantity } from '../../../orders/typed-figures.ts'
import { optionTexts } from '../orders/order-texts.ts'
import { type DraftOptions, NO_OPTIONS } from './draft.ts'
import { Field } from './fields.tsx'
import style from './ticket.module.css'
import { editOptions, useTicket } from './ticket-store.ts'

type Part = 'displayQty' | 'minQty'

interface MoreOptionsProps {
  /** What is wrong, in words. */
  readonly notes: Readonly<Partial<Record<Part | 'execInst', string | undefined>>>
}

const parts = [
  {
    part: 'displayQty',
    member: 'displayText',
    text: 'Trading.Ticket.Display',
    details: 'Trading.Ticket.Display.details',
  },
  {
    part: 'minQty',
    member: 'minText',
    text: 'Trading.Ticket.Minimum',
    details: 'Trading.Ticket.Minimum.details',
  },
] as const

/** Imbalance sessions ask for their instruction by themselves; a repeated order may bring it into another phase. */
const instructions = [
  { execInst: ExecInst.allOrNone, text: 'Trading.Ticket.AllOrNone', isOffered: true },
  { execInst: ExecInst.imbalanceOnly, text: 'Trading.Ticket.ForImbalance', isOffered: false },
] as const

/**
 * What few orders need, folded away until it is asked for; in the review, which has it in words. Folded, it
 * shows what is set. What is wrong with it is never folded away.
 */
export function MoreOptions({ notes }: MoreOptionsProps) {
  const { t } = useTranslation()
  const options = useTicket(({ draft }) => draft.options)
  const isReviewing = useTicket((ticket) => ticket.isReviewing)
  const [isUnfolded, setUnfolded] = useState(false)
  useEffect(() => {
    // The next order begins as every order does.
    if (options === NO_OPTIONS) setUnfolded(false)
  }, [options])
  const isWrong = Object.values(notes).some((note) => note !== undefined)
  const isOpen = !isReviewing && (isUnfolded || isWrong)
  return (
    <div className={style.more}>
      <button
        type="button"
        className={style.unfold}
        aria-expanded={isOpen}
        disabled={isReviewing}
        onClick={() => setUnfolded(!isOpen)}
      >
        <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
        {t('Trading.Ticket.More')}
        {!isOpen && <Chips options={options} />}
      </button>
      {isOpen && <Fields notes={notes} />}
    </div>
  )
}

function Fields({ notes }: MoreOptionsProps) {
  const { t } = useTranslation()
  const id = useId()
  const options = useTicket(({ draft }) => draft.options)
  const venue = useVenue()?.terms
  // What was chosen before stays visible, with why the exchange does not take it.
  const shown = parts.filter(
    ({ part, member }) => options[member] !== '' || !venue || untakenPart(venue, { [part]: 1 }) === undefined,
  )
  return (
    <>
      {shown.map(({ part, member, text, details }) => (
        <Field key={part} label={t(text)} htmlFor={`${id}-${part}`} note={notes[part]} hint={t(details)}>
          <Input
            id={`${id}-${part}`}
            inputMode="decimal"
            autoComplete="off"
            className={style.figure}
            status={notes[part] === undefined ? '' : 'error'}
            aria-invalid={notes[part] !== undefined}
            aria-describedby={`${id}-${part}-note`}
            value={options[member]}
            onChange={({ target }) => editOptions({ [member]: target.value })}
          />
        </Field>
      ))}
      {instructions.map(
        ({ execInst, text, isOffered }) =>
          ((isOffered && (venue?.execInst.includes(execInst) ?? true)) || options.execInst === execInst) && (
            <Checkbox
              key={execInst}
              checked={options.execInst === execInst}
              onChange={({ target }) => editOptions({ execInst: target.checked ? execInst : null })}
            >
              {t(text)}
            </Checkbox>
          ),
      )}
      {options.execInst === ExecInst.allOrNone && (
        <p className={style.hint}>{t('Trading.Ticket.AllOrNone.details')}</p>
      )}
      <Field label={t('Trading.Ticket.Text')} htmlFor={`${id}-text`} hint={t('Trading.Ticket.Text.details')}>
        <Input
          id={`${id}-text`}
          autoComplete="off"
          maxLength={LONGEST_TEXT}
          aria-describedby={`${id}-text-note`}
          value={options.text}
          onChange={({ target }) => editOptions({ text: target.value })}
        />
      </Field>
      {notes.execInst && <p className={style.note}>{notes.execInst}</p>}
    </>
  )
}

/** Every option that is set. */
function Chips({ options: { displayText, minText, execInst, text } }: { options: DraftOptions }) {
  const { t } = useTranslation()
  const set = {
    displayQty: readQuantity(displayText).value,
    minQty: readQuantity(minText).value,
    execInst,
    clientText: text.trim(),
  }
  return optionTexts(set, t).map((chip) => (
    <span key={chip} className={style.chip}>
      {chip}
    </span>
  ))
}
