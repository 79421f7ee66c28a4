import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaymentPreview } from '#contract/payments.ts'
import { AddressShort } from '#web/ui/address-text.tsx'
import { Link } from '#web/ui/controls.tsx'
import { UnderFloated } from '#web/ui/floated.tsx'
import { Text } from '#web/ui/text.tsx'
import { PeopleList } from './people-list.tsx'
import { usePreviewPeople } from './preview-people.ts'

interface MissingNamesProps {
  payrollId: string
  ids: readonly string[]
  preview: PaymentPreview
}

/** More are folded. */
const namedAtMost = 3
const nobody: ReadonlySet<string> = new Set()

/** The missing people: name and address of up to three, else the list on demand. */
export function MissingNames({ payrollId, ids, preview }: MissingNamesProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  if (ids.length <= namedAtMost) return <Named payrollId={payrollId} ids={ids} preview={preview} />
  return (
    <>
      <Link
        component="button"
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        block
        size={13.5}
        mb={open ? 2 : 0}
      >
        {t(open ? 'payments.missing.hide' : 'payments.missing.see')}
      </Link>
      {open && (
        <UnderFloated>
          <PeopleList
            payrollId={payrollId}
            preview={preview}
            only={ids}
            unaccepted={nobody}
            left={[]}
            narrow
          />
        </UnderFloated>
      )}
    </>
  )
}

function Named({ payrollId, ids, preview }: MissingNamesProps) {
  const { previewHash, period } = preview
  const { data } = usePreviewPeople({ payrollId, only: ids, previewHash, search: '', period })
  return data?.pages[0]?.people.map(({ _id, name, cryptoAddress }) => (
    <Text key={_id} variant="secondary" tone="ink2" breakWords>
      {`${name} · `}
      <AddressShort address={cryptoAddress} tail={6} />
    </Text>
  ))
}
