import FormHelperText from '@mui/material/FormHelperText'
import { faultText } from '#web/lib/i18n.ts'
import { Mark } from '#web/ui/inline-icons.tsx'

/** Why the passkey did not do, in the place of the cells. */
export function KeyFault({ fault }: { fault: string | undefined }) {
  const text = faultText(fault)
  if (text === undefined) return null
  return (
    <FormHelperText role="alert" error sx={{ display: 'flex', gap: '7px' }}>
      <Mark name="alert" size={13} mt="3px" />
      <span>{text}</span>
    </FormHelperText>
  )
}
