import './lib/zod-without-eval.ts'
import '@fontsource-variable/besley/wght.css'
import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource-variable/spline-sans-mono/wght.css'
import './app/base.css'
import './app/frame.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './app/providers.tsx'
import { startRouter } from './app/router.tsx'
import { startTranslations } from './lib/i18n.ts'
import { findSession } from './lib/session-tabs.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Not awaited by the module itself: the screen's own script waits for this one to be through. */
async function show(root: HTMLElement) {
  // First the texts, which take the language's segment out of the address.
  const [, router] = await Promise.all([
    startTranslations(),
    // A screen shows what the person who is signed in may see.
    findSession().then(startRouter),
  ])
  const app = createRoot(root)
  // A transition is drawn in small pieces, between which the page answers; the frame stays until all
  // of it is there.
  startTransition(() =>
    app.render(
      <StrictMode>
        <Providers>
          <RouterProvider router={router} />
        </Providers>
      </StrictMode>,
    ),
  )
}

void show(root)
