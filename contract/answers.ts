import type { Texts } from './errors.ts'

/** The messages of answers that succeeded: the specification's where it has one. */
export const answerTexts = {
  companyFrozen: {
    es: 'Empresa congelada',
    en: 'Company frozen',
    it: 'Azienda congelata',
    pt: 'Empresa congelada',
  },
  companyUnfrozen: {
    es: 'Empresa descongelada',
    en: 'Company unfrozen',
    it: 'Azienda scongelata',
    pt: 'Empresa descongelada',
  },
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
    es: 'Empleados agregados a la nómina',
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
    es: 'Nómina Creada',
    en: 'Payroll created',
    it: 'Libro paga creato',
    pt: 'Folha criada',
  },
  payrollAdded: {
    es: 'Nómina agregada',
    en: 'Payroll added',
    it: 'Libro paga aggiunto',
    pt: 'Folha adicionada',
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
    es: 'Nómina pagada con éxito',
    en: 'Payroll paid',
    it: 'Stipendi pagati',
    pt: 'Folha paga com sucesso',
  },
  importStarted: {
    es: 'La lista es larga: seguimos leyéndola',
    en: 'The list is long: we are still reading it',
    it: 'L’elenco è lungo: continuiamo a leggerlo',
    pt: 'A lista é longa: continuamos lendo',
  },
  paymentAwaitsApproval: {
    es: 'El pago espera tu aprobación: te enviamos un código',
    en: 'The payment waits for your approval: we sent you a code',
    it: 'Il pagamento attende la tua approvazione: ti abbiamo inviato un codice',
    pt: 'O pagamento aguarda sua aprovação: enviamos um código para você',
  },
  paymentApproved: {
    es: 'Aprobado: se está enviando',
    en: 'Approved: it is being sent',
    it: 'Approvato: è in corso di invio',
    pt: 'Aprovado: está sendo enviado',
  },
  paymentRejected: {
    es: 'Rechazado: no se movió ningún fondo',
    en: 'Rejected: no funds were moved',
    it: 'Rifiutato: nessun fondo è stato mosso',
    pt: 'Rejeitado: nenhum fundo foi movido',
  },
  withdrawalAwaitsApproval: {
    es: 'El retiro espera tu aprobación: te enviamos un código',
    en: 'The withdrawal waits for your approval: we sent you a code',
    it: 'Il prelievo attende la tua approvazione: ti abbiamo inviato un codice',
    pt: 'A retirada aguarda sua aprovação: enviamos um código para você',
  },
  withdrawalOfMost: {
    es: 'Los fondos están en más monedas de las que caben en una transacción: este retiro lleva {btc} BTC; después podrás retirar el resto. Espera tu aprobación: te enviamos un código',
    en: 'The funds are in more coins than fit one transaction: this withdrawal takes {btc} BTC; you can withdraw the rest afterwards. It waits for your approval: we sent you a code',
    it: 'I fondi sono in più monete di quante ne entrino in una transazione: questo prelievo porta {btc} BTC; il resto potrai prelevarlo dopo. Attende la tua approvazione: ti abbiamo inviato un codice',
    pt: 'Os fundos estão em mais moedas do que cabem em uma transação: esta retirada leva {btc} BTC; depois você poderá retirar o resto. Ela aguarda sua aprovação: enviamos um código para você',
  },
  approvalCodeSent: {
    es: 'Te enviamos un código nuevo',
    en: 'We sent you a new code',
    it: 'Ti abbiamo inviato un nuovo codice',
    pt: 'Enviamos um novo código para você',
  },
  transactionBumped: {
    es: 'La transacción se está acelerando',
    en: 'The transaction is being sped up',
    it: 'La transazione viene accelerata',
    pt: 'A transação está sendo acelerada',
  },
  transactionCancelled: {
    es: 'El pago se está cancelando',
    en: 'The payment is being cancelled',
    it: 'Il pagamento viene annullato',
    pt: 'O pagamento está sendo cancelado',
  },
  contactConfirmed: {
    es: 'Confirmado',
    en: 'Confirmed',
    it: 'Confermato',
    pt: 'Confirmado',
  },
  profileEdited: {
    es: 'Perfil Editado',
    en: 'Profile edited',
    it: 'Profilo modificato',
    pt: 'Perfil editado',
  },
  passwordChanged: {
    es: 'Contraseña Actualizada',
    en: 'Password updated',
    it: 'Password aggiornata',
    pt: 'Senha atualizada',
  },
  resetMailSent: {
    es: 'Se ha enviado un email de recuperación de contraseña',
    en: 'A password recovery email has been sent',
    it: 'È stata inviata un’email per recuperare la password',
    pt: 'Um e-mail de recuperação de senha foi enviado',
  },
  passwordReset: {
    es: 'Contraseña Restaurada',
    en: 'Password restored',
    it: 'Password ripristinata',
    pt: 'Senha restaurada',
  },
  twoFactorOff: {
    es: 'Autenticación de dos pasos Desactivada',
    en: 'Two-step authentication turned off',
    it: 'Autenticazione in due passaggi disattivata',
    pt: 'Autenticação em duas etapas desativada',
  },
  twoFactorUpdated: {
    es: 'Autenticación de dos pasos Actualizada',
    en: 'Two-step authentication updated',
    it: 'Autenticazione in due passaggi aggiornata',
    pt: 'Autenticação em duas etapas atualizada',
  },
} as const satisfies Record<string, Texts>

export type AnswerText = keyof typeof answerTexts
