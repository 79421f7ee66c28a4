import { matchPath } from 'react-router'
import { paths } from '#web/shared/paths.ts'

const kinds = [
  ['payroll', [paths.payroll(':id'), paths.editPayroll(':id')]],
  ['transaction', [paths.transaction(':id')]],
  ['employee', [paths.editEmployee(':id')]],
  ['payrolls', [paths.payrolls]],
  ['employees', [paths.employees]],
] as const

/** The sign-in page may say so much of it: the kind, never a name. Null for the first page of all. */
export function kindOfPage(page: string) {
  const { pathname } = new URL(page, window.location.origin)
  if (pathname === paths.dashboard || pathname === paths.home) return null
  const found = kinds.find(([, patterns]) => patterns.some((path) => matchPath(path, pathname)))
  return found?.[0] ?? 'other'
}
