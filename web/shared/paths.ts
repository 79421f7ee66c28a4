/** Every address of the application that screens link to. Here and not in app/, which features may not import. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  /** The token of the mail's link is in the fragment. */
  freeze: '/congelar',
  help: '/help/create-payroll',
  notFound: '/not-found',
  dashboard: '/dashboard',
  transaction: (id: string) => `/dashboard/transaction/${id}`,
  editProfile: '/edit-profile',
  security: '/security',
  audit: '/security/audit',
  employees: '/employees',
  createEmployee: '/employees/create-employee',
  editEmployee: (id: string) => `/employees/edit-employee/${id}`,
  payrolls: '/payrolls',
  createPayroll: '/payrolls/create-payroll',
  editPayroll: (id: string) => `/payrolls/edit-payroll/${id}`,
  payroll: (id: string) => `/payrolls/details/${id}`,
  sandbox: '/sandbox',
  sandboxTransaction: (txid: string) => `/sandbox/tx/${txid}`,
}

/** A file and not a screen: the columns of a list of employees. */
export const csvTemplate = '/assets/plantilla-nomina.csv'
