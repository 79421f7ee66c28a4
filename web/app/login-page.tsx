import createCache from '@emotion/cache'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { Component } from '#web/features/auth/login-screen.tsx'
import type { AppLanguage } from '#web/lib/language.ts'
import { paths } from '#web/shared/paths.ts'
import { VisitorOnly } from './guards.tsx'
import { Providers, stylesKey } from './providers.tsx'
import { Root } from './root.tsx'

/** The login as the browser will draw it: what is in the page, its title and its styles. */
export interface DrawnLogin {
  html: string
  title: string
  /** Styles, each with what Emotion knows it by. */
  styles: { known: string; css: string }[]
}

/** Routes as in router.tsx, where the login's script is not there at once. */
const routes = [
  {
    Component: Root,
    children: [{ Component: VisitorOnly, children: [{ path: paths.login, Component }] }],
  },
]

/** Draws the login for the build (vite-plugins/login-pages.ts): the tree that main.tsx has. */
export async function drawLogin(language: AppLanguage, texts: object): Promise<DrawnLogin> {
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { global: texts } },
    defaultNS: 'global',
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  const router = createMemoryRouter(routes, { initialEntries: [paths.login] })
  const styles = createCache({ key: stylesKey })
  // Styles are gathered, and do not stand between the elements.
  styles.compat = true
  const drawn = renderToString(
    <StrictMode>
      <Providers styles={styles}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
  router.dispose()
  const title = /<title>(.*?)<\/title>/.exec(drawn)
  if (!title) throw new Error('the login has no title')
  return { html: drawn.replace(title[0], ''), title: title[0], styles: [...collectStyles(styles)] }
}

function* collectStyles({ key, inserted, registered }: ReturnType<typeof createCache>) {
  const ofClasses: string[] = []
  let css = ''
  for (const [name, rules] of Object.entries(inserted)) {
    if (typeof rules !== 'string') continue
    if (registered[`${key}-${name}`] === undefined)
      yield { known: `${key}-global ${name}`, css: rules }
    else {
      ofClasses.push(name)
      css += rules
    }
  }
  yield { known: `${key} ${ofClasses.join(' ')}`, css }
}
