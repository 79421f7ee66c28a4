import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type FieldProps, TextField } from './form-fields.tsx'
import { VisibilityIcon } from './icons/visibility.tsx'
import { VisibilityOffIcon } from './icons/visibility-off.tsx'

interface PasswordFieldProps<Form extends FieldValues, Context, Sent>
  extends FieldProps<Form, Context, Sent> {
  autoComplete: 'current-password' | 'new-password'
  autoFocus?: boolean
}

export function PasswordField<Form extends FieldValues, Context, Sent>(
  props: PasswordFieldProps<Form, Context, Sent>,
) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            onClick={() => setShown(!shown)}
            aria-label={t(shown ? 'ui.password.hide' : 'ui.password.show')}
            sx={{ mr: -1.5 }}
          >
            {shown ? <VisibilityOffIcon /> : <VisibilityIcon />}
          </IconButton>
        </InputAdornment>
      }
    />
  )
}
