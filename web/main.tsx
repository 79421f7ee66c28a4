import './lib/zod-without-eval.ts'
import '@fontsource-variable/besley/wght.css'
import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource-variable/spline-sans-mono/wght.css'
import './app/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './app/providers.tsx'
import { createRouter } from './app/router.tsx'
import { startTranslations } from './lib/i18n.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Before the router, which must not see the language's segment of the address.
await startTranslations()
const router = createRouter()

createRoot(root).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
