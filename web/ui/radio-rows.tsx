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
  options: readonly {
    value: Value
    title: ReactNode
    /** Says why where it is disabled. */
    detail: ReactNode
    aside?: ReactNode
    disabled?: boolean
  }[]
  /** Gets the first one, to be focused when the choice is missing. */
  inputRef?: Ref<HTMLInputElement>
  /** The choice is missing. */
  error?: boolean
  /** The id of what is wrong with it. */
  describedBy?: string | undefined
  /** Options stand beside each other where there is room. */
  inLine?: boolean
  /** Title and detail stand in one line on phones. */
  dense?: boolean
  disabled?: boolean
}

/** A choice of a few, each a bordered row with what it means. */
export function RadioRows<Value extends string>(props: RadioRowsProps<Value>) {
  const { label, value, onChange, options, inputRef, error = false, inLine = false } = props
  const { dense = false, disabled = false, describedBy } = props
  const columns = dense ? options.length : 2
  return (
    <RadioGroup
      aria-label={label}
      aria-describedby={describedBy}
      value={value}
      sx={
        inLine
          ? {
              display: 'grid',
              gridTemplateColumns: {
                xs: 'minmax(0, 1fr)',
                sm: `repeat(${columns}, minmax(0, 1fr))`,
              },
              columnGap: dense ? 2.5 : 5,
              rowGap: dense ? 2 : 2.5,
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
            gap: dense ? 2.5 : 3.5,
            minHeight: dense ? { xs: 48, sm: 62 } : 62,
            px: dense ? 3 : 4,
            py: 2,
            border: 1,
            borderColor: error ? 'brick' : 'lineStrong',
            borderRadius: '10px',
            ...(option.disabled
              ? { bgcolor: 'sunk', color: 'ink3' }
              : { bgcolor: 'surface', cursor: 'pointer', '&:hover': { borderColor: 'ink' } }),
            transition: 'border-color 150ms ease-out',
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
            disabled={disabled || option.disabled === true}
            onChange={() => onChange(option.value)}
            icon={<RadioRing />}
            checkedIcon={<RadioRing chosen />}
            slotProps={index === 0 && inputRef ? { input: { ref: inputRef } } : {}}
            sx={{ p: 0 }}
          />
          <Box
            sx={{
              minWidth: 0,
              overflowWrap: 'anywhere',
              ...(dense && {
                display: { xs: 'flex', sm: 'block' },
                flexWrap: 'wrap',
                alignItems: 'baseline',
                columnGap: 2,
              }),
            }}
          >
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

/** A radio button of the guide: a ring, filled at its rim when chosen. */
function RadioRing({ chosen = false }: { chosen?: boolean }) {
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

interface RingRadioProps {
  id: string
  value: string
  disabled: boolean
}

/** A radio button beside the first line of a text. */
export function RingRadio(props: RingRadioProps) {
  return (
    <Radio
      {...props}
      icon={<RadioRing />}
      checkedIcon={<RadioRing chosen />}
      sx={{ p: 0, mt: '2px', alignSelf: 'flex-start' }}
    />
  )
}
