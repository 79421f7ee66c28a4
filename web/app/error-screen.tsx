import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Wordmark } from '#web/ui/wordmark.tsx'

/** A screen that could not be loaded or drawn: after an update of the server, reloading helps. */
export function ErrorScreen() {
  const { t } = useTranslation()
  return (
    <Box
      component="main"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 6,
        minHeight: '100vh',
        p: 5,
        textAlign: 'center',
      }}
    >
      <title>Quincena</title>
      <Wordmark />
      <Typography role="alert" sx={{ maxWidth: 380 }}>
        {t('errors.unexpected')}
      </Typography>
      <Button variant="contained" size="large" onClick={() => window.location.reload()}>
        {t('errors.reload')}
      </Button>
    </Box>
  )
}
