import { UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, download } from '../../api/client.ts'
import { callKey } from '../../api/use-call.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { FileChoice } from '../../ui/file-choice.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './settings-screen.module.css'

const CHANGED = ['Settings/GetLogo', 'Settings/GetChecklist'] as const

/** The picture at the top of the firm's documents: as the server keeps it, replaced or removed. */
export const Logo = () => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const { data } = useQuery({
    queryKey: callKey('Settings/GetLogo'),
    staleTime: 0,
    // A firm without one is answered with a refusal, which is no failure here.
    queryFn: ({ signal }) =>
      download('Settings/GetLogo', {}, { signal, failure: 'inline' }).catch(() => null),
  })
  const change = (file: File | undefined) =>
    call('Settings/UpdateLogo', {}, { failure: 'inline', ...(file && { files: { logo: file } }) })
  const { send, state } = useSend(change, { makesStale: CHANGED })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file && (await send(file))?.status === 'done') setText(t('Settings.Logo.Saved'))
    // The same file may be chosen again after a failure.
    target.value = ''
  }
  const remove = async () => {
    if ((await send(undefined))?.status === 'done') setText(t('Settings.Logo.Removed'))
  }
  return (
    <section className={styles.logo} aria-label={t('Settings.Logo')}>
      <h3>{t('Settings.Logo')}</h3>
      <p>{t('Settings.Logo.help')}</p>
      {data ? <DocumentPicture file={data} title={t('Settings.Logo')} /> : <p>{t('Settings.Logo.None')}</p>}
      <div className={styles.choices}>
        <FileChoice
          label={t('Settings.Logo.Choose')}
          icon={<UploadOutlined aria-hidden />}
          accept="image/png,image/jpeg"
          isBusy={isPending(state)}
          onChange={choose}
        />
        {data && (
          <Button type="link" loading={isPending(state)} onClick={() => void remove()}>
            {t('Settings.Logo.Remove')}
          </Button>
        )}
      </div>
      <SendFailure state={state} />
      <p role="status">{text}</p>
    </section>
  )
}
