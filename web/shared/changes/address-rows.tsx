import { useTranslation } from 'react-i18next'
import type { Change } from '#contract/changes.ts'
import { BeforeAndNow } from '#web/shared/address/address-change.tsx'
import { AddressFull } from '#web/ui/address-text.tsx'
import { Block } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { ChangeOrigin, ContactBefore, Danger } from './change-origin.tsx'

/** The rows about the addresses, those of one person together. */
export function AddressRows({ rows }: { rows: readonly Change[] }) {
  const ids = [...new Set(rows.map(({ employee }) => employee._id))]
  return ids.map((id) => (
    <AddressRow key={id} rows={rows.filter(({ employee }) => employee._id === id)} />
  ))
}

function AddressRow({ rows }: { rows: readonly Change[] }) {
  const change = rows.find(({ kind }) => kind === 'address') ?? rows[0]
  if (!change) return null
  const { before, after, kind } = change
  const isChange = kind === 'address'
  const now = isChange ? after : rows.find(isOfOthers)?.after
  return (
    <Block as="li" py={3} lineAbove>
      <Text as="div" strong breakWords>
        {change.employee.name}
      </Text>
      {isChange && <ChangeOrigin {...change} />}
      {rows.map((row) => (
        <Warning key={`${row.kind} ${row.before}`} row={row} addressAt={change.at} />
      ))}
      {isChange && before !== null && after !== null ? (
        <BeforeAndNow from={String(before)} to={String(after)} />
      ) : (
        now && <AddressFull address={String(now)} perLine={11} size={14} />
      )}
    </Block>
  )
}

const isOfOthers = ({ kind }: Change) => kind === 'duplicateAddress' || kind === 'formerlyAnothers'

/** The reason to look twice at an address. */
function Warning({ row, addressAt }: { row: Change; addressAt: string | null }) {
  const { t } = useTranslation()
  const { kind, before, at, severity } = row
  if (kind === 'contactThenAddress') {
    if (at === null) return null
    const contact = String(before).includes('@') ? 'EMAIL' : 'PHONE'
    return <ContactBefore kind={contact} at={at} addressAt={addressAt ?? at} />
  }
  if (kind !== 'duplicateAddress' && kind !== 'formerlyAnothers') return null
  const said = t(`changes.${kind}`, { name: before })
  if (severity === 'danger' || kind === 'formerlyAnothers') return <Danger>{said}</Danger>
  return (
    <Text variant="secondary" tone="ink2" breakWords>
      {said}
    </Text>
  )
}
