import { PayrollList } from '#web/features/payrolls/payroll-list.tsx'
import { UploadDialog } from './dialogs.ts'

export function Component() {
  return <PayrollList UploadDialog={UploadDialog} />
}
