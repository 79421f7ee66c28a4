import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode, SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ActionBar, asTallAsTheWindow } from './action-bar.tsx'

interface FormPageProps {
  onSubmit: (event: SyntheticEvent) => void
  /** How many fields are wrong. */
  faults: number
  cancelTo: string
  submit: string
  pending: boolean
  /** The sections. */
  children: ReactNode
}

/** A form that is a screen of its own, its two buttons at the foot. */
export function FormPage({ onSubmit, faults, cancelTo, submit, pending, children }: FormPageProps) {
  const { t } = useTranslation()
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={asTallAsTheWindow}>
      {children}
      <ActionBar message={faults > 0 && t('ui.form.faults', { count: faults })}>
        <Button component={Link} to={cancelTo} variant="text" sx={{ color: 'ink', px: 4.5 }}>
          {t('ui.form.cancel')}
        </Button>
        <Button type="submit" variant="contained" disabled={pending} sx={{ minWidth: 122 }}>
          {submit}
        </Button>
      </ActionBar>
    </Box>
  )
}
