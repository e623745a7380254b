import { ExecInst, LONGEST_TEXT } from '@tradebook/contract'
import { Checkbox, Input } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from './fields.tsx'
import style from './ticket.module.css'
import { edit, useTicket } from './ticket-store.ts'

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

/** What few orders need, folded away until it is asked for or holds something; in the review, which has it in words. */
export function MoreOptions({ notes }: MoreOptionsProps) {
  const { t } = useTranslation()
  const id = useId()
  const draft = useTicket((ticket) => ticket.draft)
  const isReviewing = useTicket((ticket) => ticket.isReviewing)
  const [isOpen, setOpen] = useState(false)
  const isUsed =
    draft.execInst !== null || draft.text !== '' || parts.some(({ member }) => draft[member] !== '')
  return (
    <details
      className={style.more}
      open={!isReviewing && (isOpen || isUsed)}
      onToggle={({ currentTarget }) => isReviewing || setOpen(currentTarget.open)}
    >
      <summary>{t('Trading.Ticket.More')}</summary>
      {parts.map(({ part, member, text, details }) => (
        <Field key={part} label={t(text)} htmlFor={`${id}-${part}`} note={notes[part]} hint={t(details)}>
          <Input
            id={`${id}-${part}`}
            inputMode="decimal"
            autoComplete="off"
            className={style.figure}
            status={notes[part] === undefined ? '' : 'error'}
            aria-invalid={notes[part] !== undefined}
            aria-describedby={`${id}-${part}-note`}
            value={draft[member]}
            onChange={({ target }) => edit({ [member]: target.value })}
          />
        </Field>
      ))}
      {instructions.map(
        ({ execInst, text, isOffered }) =>
          (isOffered || draft.execInst === execInst) && (
            <Checkbox
              key={execInst}
              checked={draft.execInst === execInst}
              onChange={({ target }) => edit({ execInst: target.checked ? execInst : null })}
            >
              {t(text)}
            </Checkbox>
          ),
      )}
      {draft.execInst === ExecInst.allOrNone && (
        <p className={style.hint}>{t('Trading.Ticket.AllOrNone.details')}</p>
      )}
      <Field label={t('Trading.Ticket.Text')} htmlFor={`${id}-text`} hint={t('Trading.Ticket.Text.details')}>
        <Input
          id={`${id}-text`}
          autoComplete="off"
          maxLength={LONGEST_TEXT}
          aria-describedby={`${id}-text-note`}
          value={draft.text}
          onChange={({ target }) => edit({ text: target.value })}
        />
      </Field>
      {notes.execInst && <p className={style.note}>{notes.execInst}</p>}
    </details>
  )
}
