import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { dayPosition, MonthRuler } from '#web/ui/month-ruler.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

/** The 31st that payday months don't have. */
export function Component() {
  const { t } = useTranslation()
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        minHeight: '100vh',
        px: 5,
        textAlign: 'center',
      }}
    >
      <title>{`${t('notFound.document')} · Quincena`}</title>
      <Box component="header" sx={{ pt: 9 }}>
        <Wordmark size={28} />
      </Box>
      <Box
        component="main"
        sx={{
          flex: 1,
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          justifyContent: 'center',
          width: '100%',
          // The eye's middle is above the window's.
          pb: '7.5vh',
        }}
      >
        <LostDay />
        <Typography variant="h1" sx={{ mt: 10 }}>
          {t('notFound.title')}
        </Typography>
        <Typography sx={{ mt: 2, maxWidth: 320, color: 'ink2', textWrap: 'balance' }}>
          {t('notFound.text')}
        </Typography>
        <Button component={Link} to={paths.home} variant="contained" size="large" sx={{ mt: 7 }}>
          {t('notFound.action')}
        </Button>
      </Box>
    </Box>
  )
}

function LostDay() {
  const label = (day: number, strong = false) => (
    <Box
      component="span"
      key={day}
      sx={{
        position: 'absolute',
        top: 64,
        left: day === 31 ? '100%' : dayPosition(day, 33),
        transform: 'translateX(-50%)',
        fontSize: '0.84375rem',
        ...(strong ? { fontWeight: 600, color: 'anil' } : { color: 'ink2' }),
      }}
    >
      {day}
    </Box>
  )
  return (
    <Box aria-hidden sx={{ position: 'relative', width: '100%', maxWidth: 320, height: 84 }}>
      <MonthRuler tall={56} short={22} lostDay />
      {label(15)}
      {label(30)}
      {label(31, true)}
    </Box>
  )
}
