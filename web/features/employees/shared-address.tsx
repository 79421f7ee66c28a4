import Checkbox from '@mui/material/Checkbox'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Employee } from '#contract/employees.ts'
import { type Network, parseBtcAddress } from '#domain/address.ts'
import { fullName } from '#web/lib/full-name.ts'
import { useFormat } from '#web/lib/use-format.ts'
import { Row } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { usePeopleAt } from './api.ts'

export interface Sharing {
  /** The others who are paid at the address. */
  others: readonly Employee[]
  /** Whether the person in front says that this is right. */
  accepted: boolean
  accept: (accepted: boolean) => void
}

/** The people who are paid at the typed address, without employee `id`, and whether that is accepted. */
export function useSharing(typed: string, network: Network, id: string | undefined): Sharing {
  const parsed = parseBtcAddress(typed, network)
  const address = parsed.ok ? parsed.address : null
  const people = usePeopleAt(address)
  const [ticked, setTicked] = useState<{ address: string; accepted: boolean } | null>(null)
  const others = people.filter(({ _id }) => _id !== id)
  const wasAccepted =
    others.length > 0 &&
    others.every(({ sharedWith }) => sharedWith.some((one) => one._id === id && one.accepted))
  return {
    others,
    accepted: ticked?.address === address ? ticked.accepted : wasAccepted,
    accept: (accepted) => address !== null && setTicked({ address, accepted }),
  }
}

const namedAtMost = 3

/** Two people with one address: perhaps a couple, perhaps a slip, perhaps a theft. */
export function SharedAddressWarning({ others, accepted, accept }: Sharing) {
  const { t } = useTranslation()
  const format = useFormat()
  if (others.length === 0) return null
  const named = others.slice(0, namedAtMost).map(fullName)
  const list = format.list(named)
  const rest = others.length - named.length
  const names =
    rest > 0 ? t('employees.shared.more', { names: named.join(', '), count: rest }) : list
  return (
    <Notice tone="amber" role="status">
      {t('employees.shared.with', { names, count: others.length })}
      <Row as="label" ml="-10px" mb="-8px">
        <Checkbox checked={accepted} onChange={(_event, on) => accept(on)} />
        {t('employees.shared.tick')}
      </Row>
    </Notice>
  )
}
