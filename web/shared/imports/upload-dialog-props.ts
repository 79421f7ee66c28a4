import type { Payroll } from '#contract/payrolls.ts'

/** A new payroll with these texts, or the list of one that exists. */
export type UploadPurpose =
  | { kind: 'create'; name: string; description: string }
  | { kind: 'replace'; payroll: Payroll }

/** The dialog belongs to imports; web/app hands it to the screens of payrolls. */
export interface UploadDialogProps {
  purpose: UploadPurpose
  onClose: () => void
  onSaved?: (payroll: Payroll) => void
}
