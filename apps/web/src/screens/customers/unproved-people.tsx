import { confirmAddressInput } from '@tradebook/contract/schemas/customers'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { useAreMailsSent, useMayMake } from '../../session.ts'
import { dateAndTime } from '../../ui/format.ts'
import { GuardedDrawer } from '../../ui/guarded-drawer.tsx'
import { NoticeBar } from '../../ui/notice-bar.tsx'
import { Section } from '../../ui/page.tsx'
import { SchemaForm } from '../../ui/schema-form/schema-form.tsx'

const CALL = 'Customer/GetUnprovedPeople'

/** Who registered, or was entered from a paper form, and whose address is not confirmed: staff may have it from elsewhere than a mail. */
export const UnprovedPeople = () => {
  const { t } = useTranslation()
  const areMailsSent = useAreMailsSent()
  const mayConfirm = useMayMake('Customer/ConfirmAddress')
  const { data } = useCall(CALL, {}, { staleTime: 0 })
  const [open, setOpen] = useState<{ readonly userId: number; readonly name: string }>()
  const [done, setDone] = useState('')
  const people = data?.items ?? []
  if (people.length === 0 && done === '') return null
  return (
    <Section heading={t('Address.People')}>
      {people.length === 0 ? null : areMailsSent ? (
        <p>{t('Address.People.about')}</p>
      ) : (
        <NoticeBar tone="information" title={t('Address.People.about')} description={t('Address.NoMail')} />
      )}
      <ul>
        {people.map(({ userId, name, emailAddress, creationTime }) => (
          <li key={userId}>
            {name} · {emailAddress} · {dateAndTime(creationTime)}{' '}
            {mayConfirm && (
              <Button
                size="small"
                aria-label={`${t('Address.Confirm')}: ${name}`}
                onClick={() => setOpen({ userId, name })}
              >
                {t('Address.Confirm')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status">{done}</p>
      <GuardedDrawer
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        destroyOnHidden
        size={480}
        title={`${t('Address.Confirm')}: ${open?.name ?? ''}`}
      >
        {open && (
          <SchemaForm
            label={t('Address.Confirm')}
            change="Customer/ConfirmAddress"
            schema={confirmAddressInput}
            fields={[
              {
                name: 'method',
                label: 'Address.Method',
                choices: {
                  inPerson: 'Address.Method.inPerson',
                  telephone: 'Address.Method.telephone',
                  letter: 'Address.Method.letter',
                  document: 'Address.Method.document',
                },
              },
              { name: 'reason', label: 'Address.Reason', shownAs: 'lines' },
            ]}
            initial={{ userId: open.userId }}
            action={t('Address.Confirm')}
            makesStale={[CALL, 'Customer/GetCustomerRecord']}
            onDone={() => {
              setDone(t('Address.Confirmed', { name: open.name }))
              setOpen(undefined)
            }}
          />
        )}
      </GuardedDrawer>
    </Section>
  )
}
