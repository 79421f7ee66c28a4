import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formFaultText } from '#web/lib/i18n.ts'
import { Mark } from './inline-icons.tsx'

const length = 6
/** The width of the panel in which somebody signs in. */
export const codeWidth = 408
/** The cells of a banner; on phones as wide as it. */
const small = {
  '& > [data-cell]': { flex: { xs: '1 1 0', md: '0 0 36px' }, height: 44, fontSize: '1.25rem' },
}
const places = Array.from({ length }, (_, place) => place)

/** The typed or pasted code without separators: `407 182` and `407-182` too. */
const digitsOf = (text: string) => text.replace(/\D/g, '').slice(0, length)

interface CodeFieldProps {
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
  /** Gets the code with its sixth digit. */
  onWhole?: (code: string) => void
  /** The id of the element that says the fault of a code in a banner, with small cells. */
  faultId?: string
}

/**
 * Six digits in six cells, 3 and 3. It is one input, so that pasting, a phone's suggestion from the
 * message and a screen reader take it for what it is; the cells only draw it.
 */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, error, autoFocus = false, inputRef, onWhole, faultId } = props
  const { t } = useTranslation()
  const id = useId()
  const [focused, setFocused] = useState(false)
  const fault = formFaultText(error)
  const current = Math.min(value.length, length - 1)
  return (
    <div>
      <Box sx={{ position: 'relative', maxWidth: codeWidth }}>
        <Box
          aria-hidden
          sx={{ display: 'flex', alignItems: 'center', gap: '7px', ...(faultId && small) }}
        >
          {places.map((place) => (
            <Cell
              key={place}
              digit={value[place]}
              afterDash={place === length / 2}
              current={focused && place === current}
              wrong={fault !== undefined}
            />
          ))}
        </Box>
        <Box
          component="input"
          ref={inputRef}
          id={id}
          value={value}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
            const code = digitsOf(event.target.value)
            onChange(code)
            if (code.length === length && code !== value) onWhole?.(code)
          }}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          // The cells fill from the left; a caret between them would point at nothing.
          onSelect={({ currentTarget }: React.SyntheticEvent<HTMLInputElement>) =>
            currentTarget.setSelectionRange(value.length, value.length)
          }
          autoFocus={autoFocus}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]*"
          aria-label={t('ui.code.title')}
          aria-invalid={fault !== undefined}
          aria-describedby={faultId ?? (fault ? `${id}-help` : undefined)}
          title={t('ui.code.title')}
          sx={{
            position: 'absolute',
            inset: 0,
            width: '100%',
            height: '100%',
            p: 0,
            border: 0,
            // Opacity is not 0: what can't be seen is not pressed by a finger on some phones.
            opacity: 0.01,
            // The cell that is next shows the focus; the ring would shine through between them.
            outline: 'none',
            bgcolor: 'transparent',
            color: 'transparent',
            caretColor: 'transparent',
            // Below 16 px Safari on iPhones zooms the page when a field takes the focus.
            fontSize: '1rem',
            cursor: 'text',
          }}
        />
      </Box>
      {fault && !faultId && (
        <FormHelperText
          id={`${id}-help`}
          role="alert"
          error
          sx={{ display: 'flex', gap: '7px', mt: 2 }}
        >
          <Mark name="alert" size={13} sx={{ mt: '3px' }} />
          <span>{fault}</span>
        </FormHelperText>
      )}
    </div>
  )
}

interface CellProps {
  digit: string | undefined
  afterDash: boolean
  current: boolean
  wrong: boolean
}

function Cell({ digit, afterDash, current, wrong }: CellProps) {
  const edge = current ? 'anil' : wrong ? 'brick' : 'lineStrong'
  return (
    <>
      {afterDash && <Box sx={{ flex: 'none', width: 14, height: '1px', bgcolor: 'lineStrong' }} />}
      <Box
        data-cell
        sx={{
          flex: '1 1 0',
          minWidth: 0,
          display: 'grid',
          placeItems: 'center',
          height: 54,
          borderRadius: '10px',
          bgcolor: 'surface',
          border: 1,
          borderColor: edge,
          // The second pixel is a shadow, so that nothing moves when it comes.
          ...(current && { boxShadow: 'inset 0 0 0 1px var(--q-palette-anil)' }),
          fontFamily: '"Besley Variable", Georgia, serif',
          fontSize: '1.5625rem',
          lineHeight: 1,
        }}
      >
        {digit ?? (current && <Box sx={{ width: '1px', height: 22, bgcolor: 'anil' }} />)}
      </Box>
    </>
  )
}
