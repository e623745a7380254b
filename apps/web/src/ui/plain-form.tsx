import { Button } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode, Ref, SubmitEvent } from 'react'
import type { SendState } from '../api/use-send.ts'
import { type Notice, noticeOf } from './notice.ts'
import { NoticeBar } from './notice-bar.tsx'
import styles from './plain-form.module.css'

/** What is above a form's fields, and whether it is about an error. */
export interface FormNotice extends Notice {
  readonly tone: 'error' | 'information'
}

/** Why a change failed, as its form shows it; nothing while it has not. */
export function failureNotice(state: SendState<unknown>, t: TFunction): FormNotice | undefined {
  if (state.status !== 'failed') return undefined
  const { title: message, details } = state.failure
  return { tone: 'error', ...noticeOf({ message, details }, t) }
}

interface PlainFormProps {
  /** Names the form for screen readers. */
  readonly label: string
  /** Shown above the fields: what the form is for. */
  readonly about?: string
  readonly notice?: FormNotice | undefined
  /** What its button does. */
  readonly action: string
  /** Another way to the same, under its button. */
  readonly alternative?: ReactNode
  readonly isPending: boolean
  readonly onSubmit: () => void
  readonly ref?: Ref<HTMLFormElement>
  readonly children: ReactNode
}

/** A form of native controls with one button: the form of the public pages, which must open fast on a slow line. */
export const PlainForm = ({
  label,
  about,
  notice,
  action,
  alternative,
  isPending,
  onSubmit,
  ref,
  children,
}: PlainFormProps) => (
  <form
    ref={ref}
    className={styles.form}
    aria-label={label}
    noValidate
    onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {about && (
      <>
        <h2 className={styles.title}>{label}</h2>
        <p className={styles.about}>{about}</p>
      </>
    )}
    {notice && <NoticeBar {...notice} />}
    {children}
    <Button type="primary" htmlType="submit" block loading={isPending}>
      {action}
    </Button>
    {alternative}
  </form>
)
