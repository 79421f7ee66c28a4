export { BankStep } from './bank-step.tsx'
