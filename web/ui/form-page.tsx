import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { asLeft } from '#web/lib/list-places.ts'
import { ActionBar, asTallAsTheWindow } from './action-bar.tsx'
import { useNarrow } from './use-phone.ts'

interface FormPageProps {
  onSubmit: (event: SyntheticEvent) => void
  /** How many fields are wrong. */
  faults: number
  cancelTo: string
  submit: string
  pending: boolean
  /** Saves as well, and goes on with another. */
  onAnother?: () => void
  /** The sections. */
  children: ReactNode
}

/** A form that is a screen of its own, its buttons at the foot. */
export function FormPage(props: FormPageProps) {
  const { onSubmit, faults, cancelTo, submit, pending, onAnother, children } = props
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={asTallAsTheWindow}>
      {children}
      <ActionBar message={faults > 0 && t('ui.form.faults', { count: faults })}>
        <Button
          component={Link}
          to={asLeft(cancelTo)}
          variant="text"
          // On phones two buttons have room; the page's head leads back too.
          sx={{
            color: 'ink',
            px: 4.5,
            ...(onAnother && { display: { xs: 'none', sm: 'inline-flex' } }),
          }}
        >
          {t('ui.form.cancel')}
        </Button>
        {onAnother && (
          <Button onClick={onAnother} disabled={pending}>
            {t(isNarrow ? 'ui.saveMoreShort' : 'ui.saveMore')}
          </Button>
        )}
        <Button type="submit" variant="contained" disabled={pending} sx={{ minWidth: 122 }}>
          {submit}
        </Button>
      </ActionBar>
    </Box>
  )
}
