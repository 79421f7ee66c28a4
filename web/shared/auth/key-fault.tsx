import { formFaultText } from '#web/lib/i18n.ts'
import { FieldFault } from '#web/ui/field-fault.tsx'

/** Why the passkey did not do, in the place of the cells. */
export function KeyFault({ fault }: { fault: string | undefined }) {
  const text = formFaultText(fault)
  if (text === undefined) return null
  return <FieldFault role="alert">{text}</FieldFault>
}
