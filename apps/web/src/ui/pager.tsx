import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './pager.module.css'

interface PagerProps {
  readonly label: string
  /** From 1. */
  readonly page: number
  readonly pages: number
  readonly go: (page: number) => void
}

/** One page before, one page on. Nothing at all when one page holds everything. */
export const Pager = ({ label, page, pages, go }: PagerProps) => {
  const { t } = useTranslation()
  if (pages < 2) return null
  return (
    <nav className={styles.pager} aria-label={label}>
      <Button
        icon={<LeftOutlined />}
        aria-label={t('Pager.Before')}
        disabled={page <= 1}
        onClick={() => go(page - 1)}
      />
      <span aria-live="polite">{t('Pager.Of', { page, pages })}</span>
      <Button
        icon={<RightOutlined />}
        aria-label={t('Pager.Next')}
        disabled={page >= pages}
        onClick={() => go(page + 1)}
      />
    </nav>
  )
}
