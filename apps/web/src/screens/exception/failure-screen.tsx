import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { NoticePage } from '../../ui/notice-page.tsx'
import { chunkFailure } from './chunk-failure.ts'

/** Stands where a screen would, when it could not be fetched or broke while drawing. */
export const FailureScreen = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const here = useLocation()
  const chunk = chunkFailure(useRouteError())
  if (!chunk) {
    return (
      <NoticePage
        title={t('Error.Unexpected')}
        details={t('Error.Unexpected.details')}
        action={
          <Button type="primary" onClick={() => location.reload()}>
            {t('Error.Reload')}
          </Button>
        }
      />
    )
  }
  return (
    <NoticePage
      title={t('Chunk.Failed')}
      details={t('Chunk.Failed.details')}
      code={chunk.code}
      action={
        // The bundler drops a chunk that failed: going to the same place fetches it again.
        <Button type="primary" onClick={() => navigate(here, { replace: true })}>
          {t('Chunk.Retry')}
        </Button>
      }
    />
  )
}
