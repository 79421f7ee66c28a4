import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { frozenQuery } from '#web/features/freeze/api.ts'
import { FrozenBanner } from '#web/features/freeze/frozen-banner.tsx'
import { inTime, type ScreenHandle } from '#web/lib/first-answers.ts'
import { networkQuery } from '#web/shared/network.ts'
import { priceQuery } from '#web/shared/prices/price.ts'
import { teamQuery, useOwnRoleKept } from '#web/shared/team/api.ts'
import { SkipLink } from '#web/ui/app-frame.tsx'
import { BackCloses } from '#web/ui/back-closes.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { UnsavedChanges } from '#web/ui/unsaved-changes.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { DatabaseStrip } from './database-strip.tsx'
import { DesktopHeader, PhoneHeader } from './header.tsx'
import { QuietStrip } from './quiet-strip.tsx'
import { SessionEndWatch } from './session-end.tsx'
import { Sidebar } from './sidebar.tsx'
import { useLateScroll } from './use-late-scroll.ts'
import { useRouteFocus } from './use-route-focus.ts'
import { useTokenRefresh } from './use-token-refresh.ts'

const mainId = 'main'

export const handle: ScreenHandle = {
  firstAnswers: (client) =>
    inTime([
      client.prefetchQuery(priceQuery),
      client.prefetchQuery(networkQuery),
      client.prefetchQuery(frozenQuery),
      client.prefetchQuery(teamQuery),
    ]),
}

/** Header, sidebar and the main region of every admin screen. */
export function Component() {
  const { t } = useTranslation()
  useTokenRefresh()
  useOwnRoleKept()
  useLateScroll()
  const main = useRef<HTMLElement>(null)
  useRouteFocus(main)
  const phone = usePhone()
  return (
    // Unsaved changes are guarded here and not around every screen: the login has nothing to lose,
    // and little room (decision 24).
    <UnsavedChanges>
      <Row minHeight="100vh" align="stretch">
        <SkipLink to={`#${mainId}`}>{t('layout.skip')}</SkipLink>
        <BackCloses />
        <SessionEndWatch />
        {!phone && <Sidebar />}
        <Stack flex={1} minWidth={0}>
          {phone ? <PhoneHeader /> : <DesktopHeader />}
          <DatabaseStrip />
          <QuietStrip />
          <Stack
            id={mainId}
            ref={main}
            tabIndex={-1}
            as="main"
            flex={1}
            px={{ xs: 4, md: 9 }}
            pt={{ xs: 5, md: 7 }}
            pb={{ xs: 8, md: 10 }}
          >
            <FrozenBanner />
            <Outlet />
          </Stack>
        </Stack>
      </Row>
    </UnsavedChanges>
  )
}
