import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput'

interface AmountInputProps extends Omit<OutlinedInputProps, 'sx'> {
  /** Somebody changed the amount that it came with. */
  edited: boolean
}

/** An amount in a table's cell. */
export const AmountInput = ({ edited, ...input }: AmountInputProps) => (
  <OutlinedInput
    {...input}
    sx={{
      width: 128,
      height: 38,
      '& input': { textAlign: 'right', fontWeight: 600 },
      ...(edited && {
        '& .MuiOutlinedInput-notchedOutline, &:hover .MuiOutlinedInput-notchedOutline': {
          borderWidth: 2,
          borderColor: 'anil',
        },
      }),
    }}
  />
)
