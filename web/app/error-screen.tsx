import { useTranslation } from 'react-i18next'
import { Button } from '#web/ui/controls.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

/** A screen that could not be loaded or drawn: after an update of the server, reloading helps. */
export function ErrorScreen() {
  const { t } = useTranslation()
  return (
    <Stack
      as="main"
      align="center"
      justify="center"
      gap={6}
      minHeight="100vh"
      p={5}
      textAlign="center"
    >
      <title>Quincena</title>
      <Wordmark />
      <Text role="alert" maxWidth={380}>
        {t('errors.unexpected')}
      </Text>
      <Button variant="contained" size="large" onClick={() => window.location.reload()}>
        {t('errors.reload')}
      </Button>
    </Stack>
  )
}
