import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import type { RequestFailure } from '../../api/request-failure.ts'

/** The server's messages by the field that the form shows. A member may name a part of its field. */
export function messagesByField(
  { validationErrors = [] }: RequestFailure,
  names: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const messages = new Map<string, string[]>()
  for (const { message, members } of validationErrors) {
    for (const name of members.flatMap((member) => fieldNamed(member, names) ?? [])) {
      messages.set(name, [...(messages.get(name) ?? []), message])
    }
  }
  return messages
}

/** `orderQty`, `OrderQty` and `orderQty.0` are the field `orderQty`, unless a field has the longer name itself. */
const fieldNamed = (member: string, names: readonly string[]): string | undefined => {
  const [root = ''] = member.split('.')
  const named = (wanted: string) => names.find((name) => name.toLowerCase() === wanted.toLowerCase())
  return named(member) ?? named(root)
}

/** What failed, except what is shown next to a field; nothing where all of it does. */
export function FormFailure({ failure, names }: { failure: RequestFailure; names: readonly string[] }) {
  const { t } = useTranslation()
  const { standing, title, details, validationErrors = [], retryAfterS } = failure
  const others = validationErrors.filter(
    ({ members }) => !members.some((member) => fieldNamed(member, names) !== undefined),
  )
  if (validationErrors.length > 0 && others.length === 0) return null
  const reason = others.length > 0 ? others.map(({ message }) => message) : [details]
  if (standing === 'unknown') reason.push(t('Form.Failed.unknown.details'))
  if (retryAfterS !== undefined) reason.push(t('Form.Failed.retryAfter', { seconds: retryAfterS }))
  return (
    <Alert
      role="alert"
      type={standing === 'refused' ? 'error' : 'warning'}
      title={title}
      description={reason.filter(Boolean).join(' ')}
      style={{ marginBlockEnd: 'calc(4 * var(--tb-space))' }}
    />
  )
}
