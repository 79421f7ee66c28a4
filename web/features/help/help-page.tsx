import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { isSignedIn, useSignedInUser } from '#web/lib/session.ts'
import { paths } from '#web/shared/paths.ts'
import { Link as MuiLink } from '#web/ui/controls.tsx'
import { Block, Grid, Row } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Text } from '#web/ui/text.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

interface HelpPageProps {
  title: string
  detail: string
  /** The page that the reader came from; by default the first one. */
  back?: { to: string; text: string } | undefined
  children: ReactNode
}

/** A page without the sidebar, open to everybody. */
export function HelpPage({ title, detail, back, children }: HelpPageProps) {
  return (
    <>
      <Header back={back} />
      <Block as="main" px={{ xs: 4, md: 9 }} pt={{ xs: 6, md: 9 }} pb={14}>
        <Block maxWidth={948} mx="auto">
          <Screen title={title}>
            <PageHead title={title} detail={detail} />
            {children}
          </Screen>
        </Block>
      </Block>
    </>
  )
}

function Header({ back }: Pick<HelpPageProps, 'back'>) {
  const { t } = useTranslation()
  useSignedInUser()
  const { to, text } =
    back ??
    (isSignedIn()
      ? { to: paths.dashboard, text: t('layout.home') }
      : { to: paths.login, text: t('auth.login.title') })
  return (
    <Row
      as="header"
      justify="between"
      gap={4}
      height={{ xs: 60, md: 68 }}
      px={{ xs: 4, md: 7 }}
      lineBelow
    >
      <Wordmark />
      <MuiLink component={Link} to={to} truncate minWidth={0}>
        {text}
      </MuiLink>
    </Row>
  )
}

interface StepProps {
  number: number
  title: string
  text: ReactNode
  action?: ReactNode
}

/** One row of the ordered list of what to do. */
export function HelpStep({ number, title, text, action }: StepProps) {
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
      <Block maxWidth={600}>
        <Text variant="h3" as="h2">
          {title}
        </Text>
        <Text tone="ink2">{text}</Text>
      </Block>
      {action && <Block column={{ xs: 2, md: 'auto' }}>{action}</Block>}
    </Grid>
  )
}

/** Notes beside the steps, in three columns. */
export function Notes({ notes }: { notes: readonly { title: string; text: string }[] }) {
  return (
    <Grid
      columns={{ xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' }}
      gap={{ xs: 5, md: 9 }}
      mt={6}
    >
      {notes.map(({ title, text }) => (
        <div key={title}>
          <Text variant="label" as="h3">
            {title}
          </Text>
          <Text variant="body2" tone="ink2">
            {text}
          </Text>
        </div>
      ))}
    </Grid>
  )
}
