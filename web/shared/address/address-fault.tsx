import { useTranslation } from 'react-i18next'
import { type AddressFault, askFor } from '#domain/explain-address.ts'
import { capitalize } from '#web/lib/capitalize.ts'
import { Text } from '#web/ui/text.tsx'

interface AddressFaultTextProps {
  fault: AddressFault
  /** Whom to ask for another; without, nobody is named. */
  name: string
}

/** Names the text that is no address, and then what to ask for. */
export function AddressFaultText({ fault, name }: AddressFaultTextProps) {
  const { t } = useTranslation()
  const said = t(`addressFaults.what.${fault.kind}`, fault.params)
  const ask = askFor(fault)
  return (
    <>
      <strong>{fault.params.value ? said : capitalize(said)}</strong>{' '}
      <Text as="span" tone="ink">
        {t(name === '' ? `addressFaults.ask.${ask}` : `ui.addressAsk.${ask}`, {
          ...fault.params,
          name,
        })}
      </Text>
    </>
  )
}
