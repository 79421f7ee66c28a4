export { createPayroll, requirePayroll } from './payrolls.ts'
export { payrollRoutes } from './routes.ts'
export { keepTotals } from './totals.ts'
