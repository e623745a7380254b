import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from './preferences.ts'
import { antdTexts } from './ui/antd-texts.ts'
import { antdTheme } from './ui/theme.ts'

/** Ant Design in the theme and the language that the person chose. A press answers by its colour; nothing ripples. */
export const Themed = ({ children }: { children: ReactNode }) => {
  const { name } = useTheme()
  const { t } = useTranslation()
  const locale = useMemo(() => antdTexts(t), [t])
  const theme = useMemo(() => antdTheme(name), [name])
  return (
    <ConfigProvider theme={theme} locale={locale} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}
