import { ConfigProvider } from 'antd'
import { type ReactNode, useMemo } from 'react'
import { useTheme } from './preferences.ts'
import { antdTheme } from './ui/theme.ts'

/** Ant Design in the theme the person chose. A press answers by its colour; nothing ripples. */
export const Themed = ({ children }: { children: ReactNode }) => {
  const { name } = useTheme()
  const theme = useMemo(() => antdTheme(name), [name])
  return (
    <ConfigProvider theme={theme} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  )
}
