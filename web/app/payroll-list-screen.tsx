import { UploadDialog } from '#web/features/imports/upload-dialog.tsx'
import { PayrollList } from '#web/features/payrolls/payroll-list.tsx'

export function Component() {
  return <PayrollList UploadDialog={UploadDialog} />
}
