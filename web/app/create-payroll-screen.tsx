import { UploadDialog } from '#web/features/imports/upload-dialog.tsx'
import { CreatePayroll } from '#web/features/payrolls/create-payroll.tsx'

export function Component() {
  return <CreatePayroll UploadDialog={UploadDialog} />
}
