import { EmployeesScreen } from '#web/features/employees/employees-screen.tsx'
import { UploadDialog } from './dialogs.ts'

export function Component() {
  return <EmployeesScreen UploadDialog={UploadDialog} />
}
