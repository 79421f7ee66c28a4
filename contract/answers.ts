import type { Texts } from './errors.ts'

/** The messages of answers that succeeded: the specification's where it has one. */
export const answerTexts = {
  employeeCreated: {
    es: 'Empleado registrado',
    en: 'Employee registered',
    it: 'Dipendente registrato',
    pt: 'Funcionário registrado',
  },
  employeeEdited: {
    es: 'Empleado editado',
    en: 'Employee edited',
    it: 'Dipendente modificato',
    pt: 'Funcionário editado',
  },
  employeeDeleted: {
    es: '{name} eliminado',
    en: '{name} deleted',
    it: '{name} eliminato',
    pt: '{name} excluído',
  },
  employeeAdded: {
    es: 'Empleados agregados a la nomina',
    en: 'Employees added to the payroll',
    it: 'Dipendenti aggiunti al libro paga',
    pt: 'Funcionários adicionados à folha',
  },
  employeeRemoved: {
    es: '{name} removido de la lista',
    en: '{name} removed from the list',
    it: '{name} rimosso dall’elenco',
    pt: '{name} removido da lista',
  },
  payrollCreated: {
    es: 'Nomina Creada',
    en: 'Payroll created',
    it: 'Libro paga creato',
    pt: 'Folha criada',
  },
  payrollEdited: {
    es: 'Nómina editada',
    en: 'Payroll edited',
    it: 'Libro paga modificato',
    pt: 'Folha editada',
  },
  payrollDeleted: {
    es: '{name} eliminado',
    en: '{name} deleted',
    it: '{name} eliminato',
    pt: '{name} excluída',
  },
  payrollPaid: {
    es: 'Nomina pagada con exito',
    en: 'Payroll paid',
    it: 'Libro paga pagato',
    pt: 'Folha paga com sucesso',
  },
  importStarted: {
    es: 'La lista es larga: seguimos leyéndola',
    en: 'The list is long: we go on reading it',
    it: 'L’elenco è lungo: continuiamo a leggerlo',
    pt: 'A lista é longa: continuamos lendo',
  },
  profileEdited: {
    es: 'Perfil Editado',
    en: 'Profile edited',
    it: 'Profilo modificato',
    pt: 'Perfil editado',
  },
} as const satisfies Record<string, Texts>

export type AnswerText = keyof typeof answerTexts
