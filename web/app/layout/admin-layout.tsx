import Link from '@mui/material/Link'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet } from 'react-router'
import { FrozenBanner } from '#web/features/freeze/frozen-banner.tsx'
import { Row, Stack } from '#web/ui/layout.tsx'
import { usePhone } from '#web/ui/use-phone.ts'
import { Header, PhoneHeader } from './header.tsx'
import { Sidebar } from './sidebar.tsx'
import { useRouteFocus } from './use-route-focus.ts'
import { useTokenRefresh } from './use-token-refresh.ts'

const mainId = 'main'

/** Header, sidebar and the main region of every admin screen. */
export function Component() {
  useTokenRefresh()
  const main = useRef<HTMLElement>(null)
  useRouteFocus(main)
  const phone = usePhone()
  return (
    <Row minHeight="100vh" align="stretch">
      <SkipLink />
      {!phone && <Sidebar />}
      <Stack flex={1} minWidth={0}>
        {phone ? <PhoneHeader /> : <Header />}
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
  )
}

function SkipLink() {
  const { t } = useTranslation()
  return (
    <Link
      href={`#${mainId}`}
      sx={{
        position: 'fixed',
        top: 8,
        left: 8,
        zIndex: 'tooltip',
        px: 4,
        py: 2.5,
        borderRadius: '10px',
        bgcolor: 'surface',
        fontWeight: 600,
        '&:not(:focus)': { transform: 'translateY(-200%)' },
      }}
    >
      {t('layout.skip')}
    </Link>
  )
}
