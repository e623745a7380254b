import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { HOME } from '../../paths.ts'
import { NoticePage } from '../../ui/notice-page.tsx'

const HomeButton = () => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Button type="primary" onClick={() => navigate(HOME)}>
      {t('Exception.Home')}
    </Button>
  )
}

export const NotFoundScreen = () => {
  const { t } = useTranslation()
  return (
    <NoticePage
      title={t('Exception.NotFound')}
      details={t('Exception.NotFound.details')}
      action={<HomeButton />}
    />
  )
}

/** `/exception?type=…`: type 401 is a page the person may not see. */
export const ExceptionScreen = () => {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  if (query.get('type') !== '401') return <NotFoundScreen />
  return (
    <NoticePage
      title={t('Exception.Denied')}
      details={t('Exception.Denied.details')}
      code="401"
      action={<HomeButton />}
    />
  )
}
