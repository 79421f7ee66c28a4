import './lib/zod-without-eval.ts'
import '@fontsource-variable/besley/wght.css'
import '@fontsource-variable/hanken-grotesk/wght.css'
import '@fontsource-variable/spline-sans-mono/wght.css'
import './app/base.css'
import './app/frame.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './app/providers.tsx'
import { startRouter } from './app/router.tsx'
import { startTranslations } from './lib/i18n.ts'
import { findSession } from './lib/session-tabs.ts'
import { paths } from './shared/paths.ts'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** Shows the application. The module does not await it: the screen's own script waits for the module. */
async function show(root: HTMLElement) {
  // First the texts, which take the language's segment out of the address.
  const [, , router] = await Promise.all([
    startTranslations(),
    import('./lib/own-texts.ts').then(({ keepOwnTexts }) => keepOwnTexts()),
    // A screen shows what the person who is signed in may see.
    findSession().then(startRouter),
  ])
  const app = (
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  )
  // The build has drawn the login into the page (vite-plugins/login-pages.ts). Another tab may have a
  // session all the same.
  const isDrawn =
    document.getElementById('frame') !== null &&
    document.documentElement.dataset.frame === 'login' &&
    router.state.location.pathname === paths.login
  // A transition is drawn in small pieces, between which the page answers; the frame stays until all
  // of it is there.
  startTransition(() => {
    if (isDrawn) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

void show(root)
