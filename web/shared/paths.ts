/** Every address of the application that screens link to. Here and not in app/, which features may not import. */
export const paths = {
  home: '/',
  login: '/login',
  signUp: '/sign-up',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  /** The token of the mail's link is in the fragment. */
  freeze: '/congelar',
  /** Somebody says that an address is not theirs. The token of the mail's link is in the fragment. */
  reportAddress: '/direccion',
  help: '/help/create-payroll',
  helpGetBitcoin: '/help/get-bitcoin',
  /** Leads back to that payroll, and shows its address. */
  helpGetBitcoinFor: (payrollId: string) => `/help/get-bitcoin?payroll=${payrollId}`,
  notFound: '/not-found',
  dashboard: '/dashboard',
  approvals: '/dashboard/por-aprobar',
  /** The page of an order or of a change, as the mails name it. */
  approval: (id: string) => `/dashboard/por-aprobar/${id}`,
  calendar: '/calendar',
  transaction: (id: string) => `/dashboard/transaction/${id}`,
  team: '/dashboard/equipo',
  /** The page to which the mail of a team's invitation leads; its token is in the fragment. */
  teamInvitation: '/invitacion',
  editProfile: '/edit-profile',
  security: '/security',
  audit: '/security/audit',
  system: '/sistema',
  employees: '/employees',
  createEmployee: '/employees/create-employee',
  editEmployee: (id: string) => `/employees/edit-employee/${id}`,
  payrolls: '/payrolls',
  createPayroll: '/payrolls/create-payroll',
  editPayroll: (id: string) => `/payrolls/edit-payroll/${id}`,
  payroll: (id: string) => `/payrolls/details/${id}`,
  /** The parts in dollars of one of its runs. */
  dollarLines: (id: string, paymentId: string) => `/payrolls/details/${id}/en-dolares/${paymentId}`,
  /** The sheet of an aguinaldo, a Quincena 25 or a bonus. */
  specialRun: (id: string) => `/payrolls/special/${id}`,
  /** The page of a payroll with the pay dialog open. */
  payPayroll: (id: string) => `/payrolls/details/${id}?pagar`,
  sandbox: '/sandbox',
  /** The page that funds a payroll with play money, prefilled. It leads back there. */
  sandboxFunding: (payroll: { id: string; name: string; address: string; btc?: string }) =>
    `/sandbox?${new URLSearchParams({ address: payroll.address, btc: payroll.btc ?? '', payroll: payroll.id, name: payroll.name })}`,
  /** The newest message to somebody, named in full or masked. */
  sandboxMessages: (to: string) => `/sandbox?to=${encodeURIComponent(to)}`,
  sandboxTransaction: (txid: string) => `/sandbox/tx/${txid}`,
}

/** A file and not a screen: the columns of a list of employees. */
export const csvTemplate = '/assets/plantilla-nomina.csv'
