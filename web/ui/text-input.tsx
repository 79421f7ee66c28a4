import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'
import { fromTokens, type KitProps } from './style-props.ts'
import type { Lettering, Placement, TokenProps } from './style-tokens.ts'

type TextInputProps = Omit<OutlinedInputProps, 'size' | 'sx' | 'ref'> &
  TokenProps<Placement & Pick<Lettering, 'mono' | 'size'>>

/** A field's input in a size or a face of its own. */
export function TextInput(props: TextInputProps) {
  const { attributes, sx } = fromTokens(props as KitProps)
  return <OutlinedInput {...attributes} sx={sx} />
}
