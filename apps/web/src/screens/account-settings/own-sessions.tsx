import type { CallOutput } from '@tradebook/contract'
import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '../../api/use-call.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { dateAndTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Section } from '../../ui/page.tsx'
import styles from './account-settings-screen.module.css'
import { browserName } from './browser-name.ts'

type OwnSession = CallOutput<'Account/GetSessions'>['items'][number]

const makesStale = ['Account/GetSessions'] as const

/** Where the person is signed in; each place can be signed out from here. */
export const OwnSessions = () => {
  const { t } = useTranslation()
  const sessions = useCall('Account/GetSessions', {}, { staleTime: 0 })
  const one = useSend('Account/RevokeSession', { makesStale })
  const others = useSend('Account/RevokeOtherSessions', { makesStale })
  const [text, setText] = useState('')

  const endOne = async ({ id }: OwnSession) => {
    const outcome = await one.send({ id })
    setText(outcome?.status === 'done' ? t('AccountSettings.Sessions.ended') : '')
  }
  const endOthers = async () => {
    const outcome = await others.send({})
    setText(outcome?.status === 'done' ? t('AccountSettings.Sessions.othersEnded') : '')
  }

  const tools = (sessions.data?.items.length ?? 0) > 1 && (
    <Button loading={isPending(others.state)} onClick={() => void endOthers()}>
      {t('AccountSettings.Sessions.endOthers')}
    </Button>
  )
  const failure = [one.state, others.state].find((state) => state.status === 'failed')
  return (
    <Section heading={t('AccountSettings.Sessions')} tools={tools}>
      {failure?.status === 'failed' && (
        <Alert
          role="alert"
          type="error"
          title={failure.failure.title}
          description={failure.failure.details}
        />
      )}
      <Loaded answer={sessions}>
        {({ items }) => (
          <ul className={styles.list}>
            {items.map((session) => (
              <li key={session.id}>
                <div>
                  <strong>
                    {browserName(session.browser) ?? t('AccountSettings.Sessions.unknownBrowser')}
                  </strong>
                  <p>
                    {t('AccountSettings.Sessions.facts', {
                      signedInAt: dateAndTime(session.signedInAt),
                      lastSeenAt: dateAndTime(session.lastSeenAt),
                      ipAddress: session.ipAddress,
                    })}
                  </p>
                </div>
                {session.current ? (
                  <Tag>{t('AccountSettings.Sessions.current')}</Tag>
                ) : (
                  <Button loading={isPending(one.state)} onClick={() => void endOne(session)}>
                    {t('AccountSettings.Sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <p role="status" className={styles.outcome}>
        {text}
      </p>
    </Section>
  )
}
