import Download from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isAdmin, useSignedInUser } from '#web/lib/session.ts'
import { csvTemplate, paths } from '#web/shared/paths.ts'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { Example } from './example.tsx'

/** How a list of employees is written and uploaded; open to everybody. */
export function Component() {
  const { t } = useTranslation()
  return (
    <>
      <Header />
      <Box component="main" sx={{ px: { xs: 4, md: 9 }, pt: { xs: 6, md: 9 }, pb: 14 }}>
        <Box sx={{ maxWidth: 948, mx: 'auto' }}>
          <Screen title={t('help.title')}>
            <PageHead title={t('help.title')} detail={t('help.detail')} />
            <Box
              component="ol"
              sx={{ listStyle: 'none', m: 0, p: 0, borderBottom: 1, borderColor: 'line' }}
            >
              <Step
                number={1}
                action={
                  <Button href={csvTemplate} download variant="contained" startIcon={<Download />}>
                    {t('help.template')}
                  </Button>
                }
              />
              <Step number={2} />
              <Step
                number={3}
                action={
                  <Button component={Link} to={paths.payrolls}>
                    {t('help.toPayrolls')}
                  </Button>
                }
              />
            </Box>
            <Example />
            <Rules />
          </Screen>
        </Box>
      </Box>
    </>
  )
}

function Header() {
  const { t } = useTranslation()
  useSignedInUser()
  return (
    <Box
      component="header"
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'space-between',
        height: { xs: 60, md: 68 },
        px: { xs: 4, md: 7 },
        borderBottom: 1,
        borderColor: 'line',
      }}
    >
      <Wordmark />
      {isAdmin() ? (
        <MuiLink component={Link} to={paths.dashboard}>
          {t('layout.home')}
        </MuiLink>
      ) : (
        <MuiLink component={Link} to={paths.login}>
          {t('auth.login.title')}
        </MuiLink>
      )}
    </Box>
  )
}

function Step({ number, action }: { number: 1 | 2 | 3; action?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '24px minmax(0, 1fr)', md: '40px minmax(0, 1fr) auto' },
        alignItems: { xs: 'start', md: 'center' },
        columnGap: 6,
        rowGap: 4,
        py: 5,
        borderTop: 1,
        borderColor: 'line',
      }}
    >
      <Typography variant="answer" component="span" aria-hidden sx={{ color: 'anil' }}>
        {number}
      </Typography>
      <Box sx={{ maxWidth: 580 }}>
        <Typography variant="h3" component="h2">
          {t(`help.step.${number}.title`)}
        </Typography>
        <Typography sx={{ color: 'ink2' }}>{t(`help.step.${number}.text`)}</Typography>
      </Box>
      {action && <Box sx={{ gridColumn: { xs: 2, md: 'auto' } }}>{action}</Box>}
    </Box>
  )
}

const rules = ['salary', 'phone', 'address'] as const

function Rules() {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        gap: { xs: 5, md: 16 },
        mt: 6,
      }}
    >
      {rules.map((rule) => (
        <div key={rule}>
          <Typography variant="label" component="h3">
            {t(`help.rule.${rule}.title`)}
          </Typography>
          <Typography variant="body2" sx={{ color: 'ink2' }}>
            {t(`help.rule.${rule}.text`)}
          </Typography>
        </div>
      ))}
    </Box>
  )
}
