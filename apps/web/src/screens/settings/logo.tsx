import { UploadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, download } from '../../api/client.ts'
import { callKey, useCall } from '../../api/use-call.ts'
import { isPending, useSend } from '../../api/use-send.ts'
import { DocumentPicture } from '../../registration/document-picture.tsx'
import { type FileFault, fileFaults, preparedFile } from '../../registration/prepared-file.ts'
import { useMayMake } from '../../session.ts'
import { FileChoice } from '../../ui/file-choice.tsx'
import { SendFailure } from '../../ui/send-failure.tsx'
import styles from './settings-screen.module.css'

const CHANGED = ['Settings/GetLogo', 'Settings/GetChecklist'] as const

/** The picture at the top of the firm's documents: as the server keeps it, replaced or removed. */
export const Logo = () => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [fault, setFault] = useState<FileFault>()
  const { data: checklist } = useCall('Settings/GetChecklist', {}, { staleTime: 0 })
  const hasOne = checklist?.items.some(({ step, state }) => step === 'logo' && state === 'done') ?? false
  const { data } = useQuery({
    queryKey: callKey('Settings/GetLogo'),
    staleTime: 0,
    // Of a firm that has none it is refused.
    enabled: hasOne,
    queryFn: ({ signal }) => download('Settings/GetLogo', {}, { signal }),
  })
  const mayChange = useMayMake('Settings/UpdateLogo')
  const picture = hasOne ? data : undefined
  const change = (file: File | undefined) =>
    call('Settings/UpdateLogo', {}, { failure: 'inline', ...(file && { files: { logo: file } }) })
  const { send, state } = useSend(change, { makesStale: CHANGED })
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    const prepared = file && (await preparedFile(file))
    // The same file may be chosen again after a failure.
    target.value = ''
    if (prepared === undefined) return
    setText('')
    setFault(typeof prepared === 'string' ? prepared : undefined)
    if (typeof prepared === 'string') return
    if ((await send(prepared))?.status === 'done') setText(t('Settings.Logo.Saved'))
  }
  const remove = async () => {
    if ((await send(undefined))?.status === 'done') setText(t('Settings.Logo.Removed'))
  }
  return (
    <section className={styles.logo} aria-label={t('Settings.Logo')}>
      <h3>{t('Settings.Logo')}</h3>
      <p>{t('Settings.Logo.help')}</p>
      {picture && <DocumentPicture file={picture} title={t('Settings.Logo')} />}
      {checklist && !hasOne && <p>{t('Settings.Logo.None')}</p>}
      {mayChange && (
        <div className={styles.choices}>
          <FileChoice
            label={t('Settings.Logo.Choose')}
            icon={<UploadOutlined aria-hidden />}
            accept="image/*"
            isBusy={isPending(state)}
            onChange={choose}
          />
          {picture && (
            <Button type="link" loading={isPending(state)} onClick={() => void remove()}>
              {t('Settings.Logo.Remove')}
            </Button>
          )}
        </div>
      )}
      {fault && <p role="alert">{t(fileFaults[fault])}</p>}
      <SendFailure state={state} />
      <p role="status">{text}</p>
    </section>
  )
}
