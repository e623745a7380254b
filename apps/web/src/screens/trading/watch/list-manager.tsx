import { useQueryClient } from '@tanstack/react-query'
import type { Watchlist } from '@tradebook/contract'
import { Button, Input, Modal } from 'antd'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../../api/request-failure.ts'
import { isPending, useSend } from '../../../api/use-send.ts'
import style from './list-manager.module.css'
import { chooseList, keyOf, publishChange, saveList, useOwnLists } from './own-lists.ts'

const MOST_CHARACTERS = 64

interface ListManagerProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The dialog is gone, and the focus is where it was before it. */
  readonly onClosed: () => void
}

/** The person's own lists: added, renamed and deleted. What the server refuses is shown where it was asked. */
export function ListManager({ isOpen, onClose, onClosed }: ListManagerProps) {
  const { t } = useTranslation()
  const content = useRef<HTMLDivElement>(null)
  return (
    <Modal
      open={isOpen}
      title={t('Trading.Lists')}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      // The dialog takes the focus for itself when it opens.
      afterOpenChange={(isShown) => isShown && content.current?.querySelector('input')?.focus()}
      afterClose={onClosed}
    >
      <div ref={content}>
        <Lists />
      </div>
    </Modal>
  )
}

function Lists() {
  const { t } = useTranslation()
  const { lists } = useOwnLists()
  const { state, send } = useSaveList()
  const adding = useRef<HTMLDivElement>(null)
  // A list that was added begins another, empty form.
  const [added, setAdded] = useState(0)
  const add = async (name: string) => {
    const outcome = await send(() => ({ name, securityIDs: [] }))
    if (outcome?.status !== 'done') return
    setAdded(added + 1)
    chooseList(keyOf(outcome.output))
  }
  return (
    <>
      {lists.length === 0 && <p className={style.none}>{t('Trading.Lists.None')}</p>}
      <ul className={style.lists}>
        {lists.map((list) => (
          <ListRow
            key={list.id}
            list={list}
            onDeleted={() => adding.current?.querySelector('input')?.focus()}
          />
        ))}
      </ul>
      <div ref={adding}>
        <NameForm
          key={added}
          label={t('Trading.Lists.New')}
          action={t('Trading.Lists.Add')}
          isBusy={isPending(state)}
          failure={failureIn(state)}
          onSave={(name) => void add(name)}
        />
      </div>
    </>
  )
}

/** Saves a list, new or changed; what the change is made of is read first. */
function useSaveList() {
  const queries = useQueryClient()
  return useSend((changed: Parameters<typeof saveList>[1]) =>
    saveList(queries, changed, { failure: 'inline' }),
  )
}

const failureIn = (state: { readonly status: string; readonly failure?: RequestFailure }) =>
  state.status === 'failed' ? state.failure : undefined

interface ListRowProps {
  readonly list: Watchlist
  readonly onDeleted: () => void
}

function ListRow({ list, onDeleted }: ListRowProps) {
  const { t } = useTranslation()
  const { id, name, securityIDs } = list
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const saving = useSaveList()
  const deleting = useSend('Watchlist/Delete', { makesStale: ['Watchlist/GetAll'] })
  const place = useFocusBack(asked)
  const rename = async (to: string) => {
    const outcome = await saving.send((lists) => {
      const now = lists.find((other) => other.id === id) ?? list
      return { id, name: to, securityIDs: now.securityIDs }
    })
    if (outcome?.status === 'done') setAsked(undefined)
  }
  const remove = async () => {
    const outcome = await deleting.send({ id })
    if (outcome?.status !== 'done') return
    publishChange()
    onDeleted()
  }
  const keep = () => {
    setAsked(undefined)
    saving.reset()
    deleting.reset()
  }
  if (asked === 'rename') {
    return (
      <li>
        <NameForm
          label={t('Trading.Lists.NameOf', { list: name })}
          action={t('Trading.Lists.Rename')}
          initial={name}
          isBusy={isPending(saving.state)}
          failure={failureIn(saving.state)}
          onSave={(to) => void rename(to)}
          onKeep={keep}
        />
      </li>
    )
  }
  if (asked === 'delete') {
    return (
      <li>
        <form
          className={style.form}
          onSubmit={(event) => {
            event.preventDefault()
            void remove()
          }}
          onKeyDown={(event) => isEscape(event) && keep()}
        >
          <span className={style.name}>
            {t('Trading.Lists.DeleteText', { list: name, number: securityIDs.length })}
          </span>
          <Button size="small" danger type="primary" htmlType="submit" loading={isPending(deleting.state)}>
            {t('Trading.Lists.DeleteList')}
          </Button>
          <Button size="small" autoFocus onClick={keep}>
            {t('Trading.Request.Keep')}
          </Button>
          <Failure failure={failureIn(deleting.state)} />
        </form>
      </li>
    )
  }
  return (
    <li ref={place} className={style.form}>
      <span className={style.name}>
        {name} <small>{t('Trading.Lists.Securities', { number: securityIDs.length })}</small>
      </span>
      <Button
        size="small"
        aria-label={t('Trading.Lists.RenameOf', { list: name })}
        onClick={() => setAsked('rename')}
      >
        {t('Trading.Lists.Rename')}
      </Button>
      <Button
        size="small"
        aria-label={t('Trading.Lists.DeleteOf', { list: name })}
        onClick={() => setAsked('delete')}
      >
        {t('Trading.Lists.Delete')}
      </Button>
    </li>
  )
}

/** A form that closes gives the focus back to the row it was in. */
function useFocusBack(asked: string | undefined) {
  const place = useRef<HTMLLIElement>(null)
  const before = useRef(asked)
  useEffect(() => {
    if (before.current !== undefined && asked === undefined) place.current?.querySelector('button')?.focus()
    before.current = asked
  }, [asked])
  return place
}

/** Escape leaves the form that it is pressed in, not the dialog around it. */
function isEscape(event: { readonly key: string; stopPropagation(): void }): boolean {
  if (event.key !== 'Escape') return false
  event.stopPropagation()
  return true
}

interface NameFormProps {
  readonly label: string
  readonly action: string
  readonly initial?: string
  readonly isBusy: boolean
  readonly failure: RequestFailure | undefined
  readonly onSave: (name: string) => void
  /** Leaves the name as it is; without it the form stays. */
  readonly onKeep?: () => void
}

function NameForm({ label, action, initial = '', isBusy, failure, onSave, onKeep }: NameFormProps) {
  const { t } = useTranslation()
  const id = useId()
  const [name, setName] = useState(initial)
  const [isMissing, setMissing] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '') onSave(name.trim())
  }
  return (
    <form
      className={style.form}
      onSubmit={submit}
      {...(onKeep && { onKeyDown: (event) => isEscape(event) && onKeep() })}
    >
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        size="small"
        autoFocus
        className={style.name}
        maxLength={MOST_CHARACTERS}
        autoComplete="off"
        value={name}
        status={isMissing || failure ? 'error' : ''}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setName(target.value)}
      />
      <Button size="small" type="primary" htmlType="submit" loading={isBusy}>
        {action}
      </Button>
      {onKeep && (
        <Button size="small" onClick={onKeep}>
          {t('Trading.Request.Keep')}
        </Button>
      )}
      {isMissing ? (
        <p role="alert" className={style.failure}>
          {t('Trading.Lists.NameMissing')}
        </p>
      ) : (
        <Failure failure={failure} />
      )}
    </form>
  )
}

const Failure = ({ failure }: { failure: RequestFailure | undefined }) =>
  failure && (
    <p role="alert" className={style.failure}>
      {[failure.title, failure.details].filter(Boolean).join(': ')}
    </p>
  )
