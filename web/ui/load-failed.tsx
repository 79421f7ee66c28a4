import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '#web/lib/api-error.ts'
import { Mark } from './inline-icons.tsx'
import { Panel } from './panel.tsx'

interface LoadFailedProps {
  /** The thing that could not be loaded, where the screen does not make it plain. */
  title?: string
  error: Error
  onRetry: () => void
  /** The page to go to from what does not exist: asking again does not bring it. */
  back?: { to: string; text: string }
}

/**
 * The place of content that could not be loaded. `error.message` is for people (lib/api-error.ts).
 * Nothing where the session is over: the application says that, and leaves the screen.
 */
export function LoadFailed({ title, error, onRetry, back }: LoadFailedProps) {
  const { t } = useTranslation()
  if (error instanceof ApiError && error.isAboutSession) return null
  return (
    <Box
      role="alert"
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        gap: 4,
        px: 5,
        py: 14,
        textAlign: 'center',
      }}
    >
      <Mark name="alert" size={24} sx={{ color: 'brick' }} />
      <div>
        {title && (
          <Typography variant="h3" component="p">
            {title}
          </Typography>
        )}
        <Typography sx={{ maxWidth: 420 }}>{error.message}</Typography>
      </div>
      {back && error instanceof ApiError && error.status === 404 ? (
        <Button component={Link} to={back.to} variant="contained">
          {back.text}
        </Button>
      ) : (
        <Button onClick={onRetry}>{t('ui.retry')}</Button>
      )}
    </Box>
  )
}

/** The failure in a panel, where there is none around it. */
export function LoadFailedPanel(props: LoadFailedProps) {
  return (
    <Panel flush>
      <LoadFailed {...props} />
    </Panel>
  )
}
