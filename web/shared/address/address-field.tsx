import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { bitcoinAddress } from '#contract/employees.ts'
import { bareAddress, type Network, type ParsedAddress, parseBtcAddress } from '#domain/address.ts'
import { Field } from '#web/ui/field.tsx'
import { type FieldProps, useField } from '#web/ui/form-fields.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { AddressFull } from './address-text.tsx'
import { wrongCharacter } from './wrong-character.ts'

interface AddressFieldProps<Form extends FieldValues, Context, Sent>
  extends FieldProps<Form, Context, Sent> {
  network: Network
  /** Groups of four in a line, where there is less room than in a form's. */
  perLine?: number
}

/** An address, checked while it is typed and set out beneath in the groups in which it is compared. */
export function AddressField<Form extends FieldValues, Context, Sent>(
  props: AddressFieldProps<Form, Context, Sent>,
) {
  const { network, perLine = 12 } = props
  const { field, frame, input, described } = useField(props)
  const verdictId = useId()
  const [left, setLeft] = useState(false)
  const typed = String(field.value ?? '')
  const address = bareAddress(typed)
  const parsed = parseBtcAddress(typed, network)
  const wrongAt = parsed.ok ? undefined : wrongCharacter(address)
  const error = frame.error ?? earlyFault({ typed, parsed, wrongAt, left, network })
  return (
    <Field {...frame} error={error}>
      <OutlinedInput
        {...input}
        error={error !== undefined}
        value={typed}
        onChange={field.onChange}
        onBlur={() => {
          setLeft(true)
          input.onBlur()
        }}
        autoComplete="off"
        slotProps={{
          input: {
            'aria-describedby': [
              error && `${frame.id}-help`,
              described['aria-describedby'],
              verdictId,
            ]
              .filter(Boolean)
              .join(' '),
            spellCheck: false,
            autoCapitalize: 'none',
            autoCorrect: 'off',
          },
        }}
        sx={{ fontFamily: '"Spline Sans Mono Variable", monospace', fontSize: '0.9375rem' }}
      />
      <div id={verdictId} role="status">
        {address !== '' && (
          <Box sx={{ mt: 2.5, overflow: 'hidden' }}>
            <AddressFull
              address={parsed.ok ? parsed.address : address}
              perLine={perLine}
              quiet={!parsed.ok}
              wrongAt={wrongAt}
            />
          </Box>
        )}
        {parsed.ok && <Verdict parsed={parsed} network={network} />}
      </div>
      {/* The line of the fault that leaving may bring: else the button moves away under the click. */}
      {address !== '' && !parsed.ok && error === undefined && (
        <FormHelperText aria-hidden>{'\u00a0'}</FormHelperText>
      )}
    </Field>
  )
}

interface TypedAddress {
  typed: string
  parsed: ParsedAddress
  wrongAt: number | undefined
  left: boolean
  network: Network
}

/**
 * A fault that more typing can't mend is shown at once, an incomplete address when the field is
 * left.
 */
function earlyFault({ typed, parsed, wrongAt, left, network }: TypedAddress): string | undefined {
  if (parsed.ok || typed.trim() === '') return undefined
  if (!left && wrongAt === undefined && parsed.otherNetwork === null) return undefined
  return bitcoinAddress(network).safeParse(typed).error?.issues[0]?.message
}

function Verdict({ parsed, network }: { parsed: ParsedAddress & { ok: true }; network: Network }) {
  const { t } = useTranslation()
  return (
    <Row gap={2} mt={1.5} size={13.5} tone="ink2" align="stretch">
      <Mark name="tick" tone="jade" mt="2px" />
      <span>
        <Text as="span" tone="jade" strong>
          {t(`ui.addressType.${parsed.type}`)}
        </Text>
        {` · ${t('ui.addressRight', { network: t(`ui.network.${network}`) })}`}
      </span>
    </Row>
  )
}
