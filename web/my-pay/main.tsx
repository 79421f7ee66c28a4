import '@fontsource-variable/besley/wght.css'
import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource-variable/spline-sans-mono/wght.css'
import './styles/tokens.css'
import './styles/page.css'
import './styles/controls.css'
import './styles/panels.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { readWantedLanguage } from '#web/lib/language-choice.ts'
import { keepOwnTexts } from '#web/lib/own-texts.ts'
import { MyPay } from './my-pay.tsx'
import { loadTexts } from './texts.ts'

const root = document.getElementById('root')
if (!root) throw new Error('mi-pago.html has no #root')

/** Once more after a moment: without texts there is nothing to show, not even what went wrong. */
async function show(root: HTMLElement) {
  keepOwnTexts()
  const language = readWantedLanguage()
  const texts = await loadTexts(language).catch(() => loadTexts(language))
  createRoot(root).render(
    <StrictMode>
      <MyPay start={{ language, texts }} />
    </StrictMode>,
  )
}

void show(root)
