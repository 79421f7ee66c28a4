import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '#web/shared/paths.ts'
import { Mark } from '#web/ui/marks.tsx'

interface DoneViewProps {
  title: string
  /** The specification's sentence. */
  text: string
  /** What comes next. */
  detail: string
}

/** Instead of the form once it has done its work; 'Aceptar' leads to the login. */
export function DoneView({ title, text, detail }: DoneViewProps) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Mark name="tick" size={34} sx={{ display: 'block', mb: 5, color: 'jade' }} />
      <Typography ref={heading} tabIndex={-1} variant="h1" sx={{ fontSize: { xs: '1.875rem' } }}>
        {title}
      </Typography>
      <Typography role="status" sx={{ mt: 2, fontWeight: 600 }}>
        {text}
      </Typography>
      <Typography sx={{ mt: 1, mb: 6, color: 'ink2', overflowWrap: 'anywhere' }}>
        {detail}
      </Typography>
      <Button component={Link} to={paths.login} variant="contained" size="large" fullWidth>
        {t('auth.accept')}
      </Button>
    </>
  )
}
