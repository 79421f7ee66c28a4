import './lib/zod-without-eval.ts'
import '@fontsource-variable/besley/wght.css'
import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource-variable/spline-sans-mono/wght.css'
import './app/base.css'
import './app/frame.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { routes } from './app/router.tsx'
import { Routing } from './app/routing.tsx'
import { firstScreen } from './early.ts'
import { startTranslations } from './lib/i18n.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Not awaited by the module itself: the screen's own script waits for this one to be through. */
async function show(root: HTMLElement) {
  // Before the router, which must not see the language's segment of the address.
  await Promise.all([startTranslations(), firstScreen])
  const app = createRoot(root)
  // A transition is drawn in small pieces, between which the page answers; the frame stays until all
  // of it is there.
  startTransition(() =>
    app.render(
      <StrictMode>
        <Providers>
          <Routing routes={routes} />
        </Providers>
      </StrictMode>,
    ),
  )
}

void show(root)
