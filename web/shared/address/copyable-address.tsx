import { AddressShort } from '#web/ui/address-text.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Row } from '#web/ui/layout.tsx'

interface CopyableAddressProps {
  address: string
  /** The address's owner, for screen readers: 'Copiar la dirección de Ana'. */
  label: string
  /** More of its characters, where there is room. */
  wide?: boolean
  /** The button a little further from it: on phones its larger area does that. */
  spaced?: boolean
  /** How long the copied state shows: 1.5 s in lists, 2 s on a payroll's page. */
  durationMs?: number
}

/** The shortened address in a row, and the button that copies the whole. */
export function CopyableAddress(props: CopyableAddressProps) {
  const { address, wide = false, spaced = false, ...copy } = props
  return (
    <Row as="span" inline gap={spaced ? { md: 1 } : 0}>
      <AddressShort address={address} wide={wide} />
      <CopyButton value={address} {...copy} />
    </Row>
  )
}
