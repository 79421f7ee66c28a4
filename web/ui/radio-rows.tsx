import Box from '@mui/material/Box'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import type { ReactNode, Ref } from 'react'

interface RadioRowsProps<Value extends string> {
  /** The name of the choice for screen readers. */
  label: string
  /** '' while nothing is chosen. */
  value: Value | ''
  onChange: (value: Value) => void
  options: readonly { value: Value; title: ReactNode; detail: ReactNode; aside?: ReactNode }[]
  /** Gets the first one, to be focused when the choice is missing. */
  inputRef?: Ref<HTMLInputElement>
  /** The choice is missing. */
  error?: boolean
  /** One beside the other where there is room. */
  inLine?: boolean
}

/** One of a few, each a bordered row with what it means. */
export function RadioRows<Value extends string>(props: RadioRowsProps<Value>) {
  const { label, value, onChange, options, inputRef, error = false, inLine = false } = props
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      sx={
        inLine
          ? {
              display: 'grid',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
              columnGap: 5,
              rowGap: 2.5,
            }
          : { gap: 2.5 }
      }
    >
      {options.map((option, index) => (
        <Box
          key={option.value}
          component="label"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 3.5,
            minHeight: 62,
            px: 4,
            py: 2,
            border: 1,
            borderColor: error ? 'brick' : 'lineStrong',
            borderRadius: '10px',
            bgcolor: 'surface',
            cursor: 'pointer',
            transition: 'border-color 150ms ease-out',
            '&:hover': { borderColor: 'ink' },
            // The second pixel is a shadow, so that nothing moves when it comes.
            '&:has(:checked)': {
              borderColor: 'anil',
              boxShadow: 'inset 0 0 0 1px var(--q-palette-anil)',
            },
            '&:has(:focus-visible)': {
              outline: '2px solid',
              outlineColor: 'anil',
              outlineOffset: 2,
            },
          }}
        >
          <Radio
            value={option.value}
            onChange={() => onChange(option.value)}
            icon={<Ring />}
            checkedIcon={<Ring chosen />}
            slotProps={index === 0 && inputRef ? { input: { ref: inputRef } } : {}}
            sx={{ p: 0 }}
          />
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Box sx={{ fontWeight: 600, lineHeight: '22px' }}>{option.title}</Box>
            <Box sx={{ fontSize: '0.84375rem', lineHeight: '19px', color: 'ink2' }}>
              {option.detail}
            </Box>
          </Box>
          {option.aside && (
            <Box sx={{ flex: 1, textAlign: 'right', whiteSpace: 'nowrap' }}>{option.aside}</Box>
          )}
        </Box>
      ))}
    </RadioGroup>
  )
}

function Ring({ chosen = false }: { chosen?: boolean }) {
  return (
    <Box
      component="span"
      sx={{
        width: 20,
        height: 20,
        borderRadius: '50%',
        border: chosen ? '6px solid' : '1px solid',
        borderColor: chosen ? 'anil' : 'lineStrong',
        bgcolor: 'surface',
      }}
    />
  )
}
