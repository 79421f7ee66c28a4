export { usePayroll } from './api.ts'
export { usePayrollMoney } from './payroll-money.ts'
