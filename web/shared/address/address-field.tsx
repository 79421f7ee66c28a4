import FormHelperText from '@mui/material/FormHelperText'
import { type ReactNode, useId, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { say } from '#contract/fields.ts'
import { bareAddress, type Network, type ParsedAddress } from '#domain/address.ts'
import {
  type AddressFault,
  type AddressFaultKind,
  explainAddress,
} from '#domain/explain-address.ts'
import { AddressFull, MarkedAt } from '#web/ui/address-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { type FieldProps, useField } from '#web/ui/form-fields.tsx'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { AddressFaultText } from './address-fault.tsx'
import { wrongCharacter } from './wrong-character.ts'

interface AddressFieldProps<Form extends FieldValues, Context, Sent>
  extends FieldProps<Form, Context, Sent> {
  network: Network
  /** Whom to ask for another address, where something else was typed. */
  askWhom?: string
  /** Beneath the field, by what is typed. */
  below?: (state: TypedState) => ReactNode
  /** Groups of four in a line, where there is less room than in a form's. */
  perLine?: number
}

/** Nothing yet or not all of it, something else, or an address. */
export type TypedState = 'incomplete' | 'fault' | 'right'

/** An address, checked while it is typed and set out beneath in the groups in which it is compared. */
export function AddressField<Form extends FieldValues, Context, Sent>(
  props: AddressFieldProps<Form, Context, Sent>,
) {
  const { network, askWhom = '', below, perLine = 12 } = props
  const { field, frame, input, described } = useField(props)
  const verdictId = useId()
  const [left, setLeft] = useState(false)
  const typed = String(field.value ?? '')
  const address = bareAddress(typed)
  const parsed = explainAddress(typed, network)
  const fault = parsed.ok || typed.trim() === '' ? null : parsed.fault
  const wrongAt = fault && isNearAddress(fault) ? wrongCharacter(address) : undefined
  const isEarly = fault !== null && (left || wrongAt !== undefined || !mayBecomeRight(fault))
  const error = frame.error ?? (isEarly ? wrongAddress : undefined)
  const shown = error === wrongAddress ? fault : null
  // Leaving the field must not move the button away under the click.
  const hasSteps = shown && (frame.error !== undefined || !mayBecomeRight(shown))
  const state = parsed.ok ? 'right' : hasSteps ? 'fault' : 'incomplete'
  return (
    <>
      <Field
        {...frame}
        error={error}
        errorText={shown && <AddressFaultText fault={shown} name={askWhom} />}
      >
        <TextInput
          {...input}
          error={error !== undefined}
          startAdornment={
            // The mark may be scrolled out of sight in a longer text.
            shown?.kind === 'LIGHTNING_ADDRESS' &&
            typed.length <= markedCharacters && (
              <MarkedAt before={typed.slice(0, typed.indexOf('@'))} />
            )
          }
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
          mono
          size={15}
          pl={0}
        />
        <div id={verdictId} role="status">
          {address !== '' && (!fault || isNearAddress(fault)) && (
            <Block mt={2.5} clip>
              <AddressFull
                address={parsed.ok ? parsed.address : address}
                perLine={perLine}
                quiet={!parsed.ok}
                wrongAt={wrongAt}
              />
            </Block>
          )}
          {parsed.ok && <Verdict parsed={parsed} network={network} />}
        </div>
        {/* The line of the fault that leaving may bring: else the button moves away under the click. */}
        {address !== '' && !parsed.ok && error === undefined && (
          <FormHelperText aria-hidden>{'\u00a0'}</FormHelperText>
        )}
      </Field>
      {below?.(state)}
    </>
  )
}

/** The characters of a text that are seen in its field. */
const markedCharacters = 28

/** The schema's own text for a text that is no address. */
const wrongAddress = say('address')

const unfinished = new Set<AddressFaultKind>(['CHECKSUM', 'TOO_SHORT', 'TOO_LONG', 'INVALID'])

/** A fault that more typing can't mend is shown at once, any other when the field is left. */
const mayBecomeRight = ({ kind }: AddressFault) => unfinished.has(kind)

/** A text of another network, or nearly an address: worth to be set out in groups. */
const isNearAddress = (fault: AddressFault) =>
  mayBecomeRight(fault) || fault.code === 'OTHER_NETWORK'

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
