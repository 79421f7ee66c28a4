import type { Payroll } from '#contract/payrolls.ts'

/** A new payroll with these texts, the list of one that exists, or people who are kept by hand. */
export type UploadPurpose =
  | { kind: 'create'; name: string; description: string }
  | { kind: 'replace'; payroll: Payroll }
  | { kind: 'people' }

/** The dialog belongs to imports; web/app hands it to the screens of payrolls. */
export interface UploadDialogProps {
  purpose: UploadPurpose
  onClose: () => void
  /** Not called for people. */
  onSaved?: (payroll: Payroll) => void
}
