import './schemas-without-eval.ts'
import '@fontsource-variable/plus-jakarta-sans'
import './ui/page.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { preferredTheme } from './preferences.ts'
import { surviveTranslators } from './translated-text.ts'
import { installTheme } from './ui/theme.ts'
import { watchViewport } from './ui/viewport.ts'

surviveTranslators(window)
installTheme(preferredTheme())
watchViewport()

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(<App />)
