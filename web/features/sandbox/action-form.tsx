import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormHelperText from '@mui/material/FormHelperText'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'
import { Mark } from '#web/ui/marks.tsx'

interface ActionFormProps {
  title: string
  detail: ReactNode
  /** Above the line that ends with the button. */
  above?: ReactNode
  /** The field beside the button. */
  children: ReactNode
  action: string
  pending: boolean
  error: Error | null
  /** What was done, when it was. */
  outcome?: ReactNode
  onSend: () => void
}

/** A form of the sandbox: what it does, a field and a button, and beneath them what came of it. */
export function ActionForm(props: ActionFormProps) {
  const { title, detail, above, children, action, pending, error, outcome, onSend } = props
  const titleId = useId()
  return (
    <Box
      component="form"
      noValidate
      aria-labelledby={titleId}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending) onSend()
      }}
    >
      <Typography id={titleId} variant="h3" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" sx={{ color: 'ink2', mb: 3 }}>
        {detail}
      </Typography>
      {above && <Box sx={{ mb: 4 }}>{above}</Box>}
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr) minmax(112px, auto)',
          gap: 3,
          alignItems: 'end',
        }}
      >
        {children}
        <Button type="submit" disabled={pending} sx={{ height: 46 }}>
          {action}
        </Button>
      </Box>
      <div role="status">
        {error ? (
          <FormHelperText error sx={{ display: 'flex', gap: '7px', mt: 2 }}>
            <Mark name="alert" size={13} sx={{ mt: '3px' }} />
            <span>{error.message}</span>
          </FormHelperText>
        ) : (
          outcome && (
            <Box sx={{ display: 'flex', gap: '7px', mt: 2, fontSize: '0.84375rem' }}>
              <Mark name="tick" size={13} sx={{ mt: '3px', color: 'jade' }} />
              <Box sx={{ minWidth: 0, color: 'ink2' }}>{outcome}</Box>
            </Box>
          )
        )}
      </div>
    </Box>
  )
}
