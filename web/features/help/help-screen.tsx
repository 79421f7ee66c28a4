import Download from '@mui/icons-material/FileDownloadOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isAdmin, useSignedInUser } from '#web/lib/session.ts'
import { csvTemplate, paths } from '#web/shared/paths.ts'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Text } from '#web/ui/text.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { Example } from './example.tsx'

/** How a list of employees is written and uploaded; open to everybody. */
export function Component() {
  const { t } = useTranslation()
  return (
    <>
      <Header />
      <Block as="main" px={{ xs: 4, md: 9 }} pt={{ xs: 6, md: 9 }} pb={14}>
        <Block maxWidth={948} mx="auto">
          <Screen title={t('help.title')}>
            <PageHead title={t('help.title')} detail={t('help.detail')} />
            <Block as="ol" lineBelow>
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
            </Block>
            <Example />
            <Rules />
          </Screen>
        </Block>
      </Block>
    </>
  )
}

function Header() {
  const { t } = useTranslation()
  useSignedInUser()
  return (
    <Row as="header" justify="between" height={{ xs: 60, md: 68 }} px={{ xs: 4, md: 7 }} lineBelow>
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
    </Row>
  )
}

function Step({ number, action }: { number: 1 | 2 | 3; action?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Grid
      as="li"
      columns={{ xs: '24px minmax(0, 1fr)', md: '40px minmax(0, 1fr) auto' }}
      align={{ xs: 'start', md: 'center' }}
      columnGap={6}
      rowGap={4}
      py={5}
      lineAbove
    >
      <Text variant="answer" aria-hidden as="span" tone="anil">
        {number}
      </Text>
      <Block maxWidth={580}>
        <Text variant="h3" as="h2">
          {t(`help.step.${number}.title`)}
        </Text>
        <Text tone="ink2">{t(`help.step.${number}.text`)}</Text>
      </Block>
      {action && <Box sx={{ gridColumn: { xs: 2, md: 'auto' } }}>{action}</Box>}
    </Grid>
  )
}

const rules = ['salary', 'phone', 'address'] as const

function Rules() {
  const { t } = useTranslation()
  return (
    <Grid
      columns={{ xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }}
      gap={{ xs: 5, md: 16 }}
      mt={6}
    >
      {rules.map((rule) => (
        <div key={rule}>
          <Text variant="label" as="h3">
            {t(`help.rule.${rule}.title`)}
          </Text>
          <Text variant="body2" tone="ink2">
            {t(`help.rule.${rule}.text`)}
          </Text>
        </div>
      ))}
    </Grid>
  )
}
