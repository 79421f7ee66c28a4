import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { QueryClientProvider, useIsMutating } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { onSessionExpired } from '#web/lib/api.ts'
import { importOrReload } from '#web/lib/newer-build.ts'
import { onSessionOver } from '#web/lib/session-tabs.ts'
import { BlockingOverlay } from '#web/ui/blocking-overlay.tsx'
import { Toasts } from '#web/ui/toasts.tsx'
import { queryClient } from './query-client.ts'
import { colorSchemeKey, theme } from './theme.ts'

/** The name before each class. */
export const stylesKey = 'q'

/** The server puts the answer's nonce into the page; only style elements that carry it are applied. */
function stylesOfPage(): EmotionCache {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  return createCache({ key: stylesKey, prepend: true, ...(nonce ? { nonce } : {}) })
}

const loadExpiry = () => importOrReload(() => import('./session-expiry.ts'))
onSessionExpired(async () => (await loadExpiry()).leaveExpiredSession())
onSessionOver(async (over) => (await loadExpiry()).leaveWithOtherTab(over))

interface ProvidersProps {
  /** The cache for styles while the build draws a page; without it they go into the page. */
  styles?: EmotionCache
  children: ReactNode
}

export function Providers({ styles, children }: ProvidersProps) {
  const [cache] = useState(() => styles ?? stylesOfPage())
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} modeStorageKey={colorSchemeKey} noSsr>
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          {children}
          <BlockingCalls />
          <Toasts />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  )
}

/** The overlay for every mutation whose meta says `blocking`. */
function BlockingCalls() {
  const blocking = useIsMutating({ predicate: ({ meta }) => meta?.blocking === true })
  return <BlockingOverlay open={blocking > 0} />
}
