import './schemas-without-eval.ts'
import './ui/page.css'
import { createRoot } from 'react-dom/client'
import { cookies, readCookie } from './api/cookies.ts'
import { App } from './app.tsx'
import { preferredTheme } from './preferences.ts'
import { fetchAhead } from './router.tsx'
import { started } from './start.ts'
import { surviveTranslators } from './translated-text.ts'
import { installTheme } from './ui/theme.ts'
import { watchViewport } from './ui/viewport.ts'

surviveTranslators(window)
installTheme(preferredTheme())
watchViewport()

if (readCookie(cookies.token)) fetchAhead(location.pathname)
void started.then(() => import('@fontsource-variable/plus-jakarta-sans')).catch(() => {})

const root = document.getElementById('root')
if (!root) throw new Error('the page has no #root')
createRoot(root).render(<App />)
