import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formFaultText } from '#web/lib/i18n.ts'
import { AlertMark } from './alert-mark.tsx'

export interface FieldFrameProps {
  /** The input's id; the help text gets `<id>-help`. */
  id: string
  label: string
  optional?: boolean | undefined
  /** A contract's text by its key, or the text itself. */
  error?: string | undefined
  /** A text in the place of the error's own. */
  errorText?: ReactNode
  hint?: ReactNode
  /** Whether the hint stays beneath an error. */
  keepHint?: boolean | undefined
  children: ReactNode
}

/** The ids for the input's `aria-describedby`. */
export function helpId(id: string, error: string | undefined, hint: ReactNode): string | undefined {
  return error || hint ? `${id}-help` : undefined
}

/** Label above, the input, and beneath it the error, or else the hint. */
export function Field(props: FieldFrameProps) {
  const { id, label, optional, error, errorText, hint, keepHint, children } = props
  const { t } = useTranslation()
  const fault = formFaultText(error)
  return (
    <Box sx={{ minWidth: 0 }}>
      <FormLabel htmlFor={id} sx={{ display: 'block', mb: 2 }}>
        {label}
        {optional && (
          <Box component="span" sx={{ fontWeight: 400, color: 'ink2' }}>
            {` · ${t('ui.optional')}`}
          </Box>
        )}
      </FormLabel>
      {children}
      {fault ? (
        <FormHelperText id={`${id}-help`} error sx={{ display: 'flex', gap: '7px' }}>
          <AlertMark size={13} mt="3px" />
          <span>
            {errorText ?? fault}
            {keepHint && hint && (
              <Box component="span" sx={{ display: 'block', color: 'ink2' }}>
                {hint}
              </Box>
            )}
          </span>
        </FormHelperText>
      ) : (
        hint && (
          <FormHelperText
            id={`${id}-help`}
            component="div"
            // A hint that has nothing to say yet takes no room.
            sx={{ '&:empty, &:has(> :empty:only-child)': { mt: 0 } }}
          >
            {hint}
          </FormHelperText>
        )
      )}
    </Box>
  )
}
