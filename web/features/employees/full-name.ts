import type { Employee } from '#contract/employees.ts'

export const fullName = ({ firstName, lastName }: Employee) => `${firstName} ${lastName}`
