import './lib/zod-without-eval.ts'
import '@fontsource-variable/besley/wght.css'
import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource-variable/spline-sans-mono/wght.css'
import './app/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { Routing, startLoading } from './app/routing.tsx'
import { startTranslations } from './lib/i18n.ts'
import { splitLanguagePath } from './lib/language.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

const translations = startTranslations()
// Meanwhile: what it shows first need not wait for its words.
startLoading(routes, splitLanguagePath(window.location.pathname).rest)
// Before the router, which must not see the language's segment of the address.
await translations

createRoot(root).render(
  <StrictMode>
    <Providers>
      <Routing routes={routes} />
    </Providers>
  </StrictMode>,
)
