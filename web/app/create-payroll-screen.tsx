import { CreatePayroll } from '#web/features/payrolls/create-payroll.tsx'
import { UploadDialog } from './dialogs.ts'

export function Component() {
  return <CreatePayroll UploadDialog={UploadDialog} />
}
