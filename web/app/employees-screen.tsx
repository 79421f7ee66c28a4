import { EmployeesScreen } from '#web/features/employees/employees-screen.tsx'
import { UploadDialog } from '#web/features/imports/upload-dialog.tsx'

export function Component() {
  return <EmployeesScreen UploadDialog={UploadDialog} />
}
