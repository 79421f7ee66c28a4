import FormHelperText from '@mui/material/FormHelperText'
import type { ReactNode } from 'react'
import { Mark } from './inline-icons.tsx'

interface FieldFaultProps {
  id?: string
  /** 'alert' where it is read out when it comes. */
  role?: 'alert'
  mt?: number
  children: ReactNode
}

/** Why a choice or a file does not do, beneath it. */
export function FieldFault({ mt, children, ...attributes }: FieldFaultProps) {
  return (
    <FormHelperText {...attributes} error sx={{ display: 'flex', gap: '7px', mt }}>
      <Mark name="alert" size={13} mt="3px" />
      <span>{children}</span>
    </FormHelperText>
  )
}
