import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { Button } from '#web/ui/controls.tsx'
import { Block, Stack } from '#web/ui/layout.tsx'
import { dayPosition, MonthRuler } from '#web/ui/month-ruler.tsx'
import { ScaleLabel } from '#web/ui/scale-labels.tsx'
import { Text } from '#web/ui/text.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

/** The 31st that payday months don't have. */
export function Component() {
  const { t } = useTranslation()
  return (
    <Stack align="center" minHeight="100vh" px={5} textAlign="center">
      <title>{`${t('notFound.document')} · Quincena`}</title>
      <Block as="header" pt={9}>
        <Wordmark size={28} />
      </Block>
      <Stack
        // The eye's middle is above the window's.
        as="main"
        flex={1}
        align="center"
        justify="center"
        width="100%"
        pb="7.5vh"
      >
        <LostDay />
        <Text variant="h1" mt={10}>
          {t('notFound.title')}
        </Text>
        <Text mt={2} maxWidth={320} tone="ink2" balanced>
          {t('notFound.text')}
        </Text>
        <Button component={Link} to={paths.home} variant="contained" size="large" mt={7}>
          {t('notFound.action')}
        </Button>
      </Stack>
    </Stack>
  )
}

function LostDay() {
  const label = (day: number, strong = false) => (
    <ScaleLabel
      key={day}
      top={64}
      at={day === 31 ? '100%' : dayPosition(day, 33)}
      size={13.5}
      tone={strong ? 'anil' : 'ink2'}
      strong={strong}
    >
      {day}
    </ScaleLabel>
  )
  return (
    <Block aria-hidden relative width="100%" maxWidth={320} height={84}>
      <MonthRuler tall={56} short={22} lostDay />
      {label(15)}
      {label(30)}
      {label(31, true)}
    </Block>
  )
}
