/** Every address of the application that screens link to. Here and not in app/, which features may not import. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/sign-up',
  notFound: '/not-found',
  dashboard: '/dashboard',
  transaction: (id: string) => `/dashboard/transaction/${id}`,
  employees: '/employees',
  createEmployee: '/employees/create-employee',
  editEmployee: (id: string) => `/employees/edit-employee/${id}`,
  payrolls: '/payrolls',
  payroll: (id: string) => `/payrolls/details/${id}`,
  sandbox: '/sandbox',
  sandboxTransaction: (txid: string) => `/sandbox/tx/${txid}`,
}
