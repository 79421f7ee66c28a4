import type { Template } from './letter.ts'

/** Somebody pressed the freeze link of a mail. */
export const companyFrozen: Template<{ at: Date; ip: string; url: string }> = {
  secret: false,
  write: {
    es: ({ at, ip, url }, { when }) => ({
      subject: 'Tu empresa está congelada',
      paragraphs: [
        'Alguien la congeló con el enlace de un correo. Se cerraron todas las sesiones, se rechazó lo que esperaba y no sale ningún pago nuevo. Lo que ya estaba firmado sigue su camino: mientras no esté en un bloque, puedes cancelarlo.',
        'Para descongelarla, restablece tu contraseña por correo, entra y confirma un código.',
      ],
      facts: [
        ['Fecha', when(at)],
        ['Dirección IP', ip],
      ],
      link: { label: 'Restablecer la contraseña', url },
      sms: `Quincena: tu empresa está congelada desde el ${when(at)}. No sale ningún pago nuevo.`,
    }),
    en: ({ at, ip, url }, { when }) => ({
      subject: 'Your company is frozen',
      paragraphs: [
        'Somebody froze it with the link of an email. All sessions were ended, everything that waited was rejected, and no new payment leaves. What was already signed goes on: until it is in a block, you can cancel it.',
        'To unfreeze it, reset your password by email, sign in and confirm a code.',
      ],
      facts: [
        ['Date', when(at)],
        ['IP address', ip],
      ],
      link: { label: 'Reset the password', url },
      sms: `Quincena: your company has been frozen since ${when(at)}. No new payment leaves.`,
    }),
    it: ({ at, ip, url }, { when }) => ({
      subject: 'La tua azienda è congelata',
      paragraphs: [
        'Qualcuno l’ha congelata con il link di un’email. Tutte le sessioni sono state chiuse, ciò che era in attesa è stato rifiutato e non parte alcun nuovo pagamento. Ciò che era già firmato prosegue: finché non è in un blocco, puoi annullarlo.',
        'Per scongelarla, reimposta la password via email, accedi e conferma un codice.',
      ],
      facts: [
        ['Data', when(at)],
        ['Indirizzo IP', ip],
      ],
      link: { label: 'Reimposta la password', url },
      sms: `Quincena: la tua azienda è congelata dal ${when(at)}. Non parte alcun nuovo pagamento.`,
    }),
    pt: ({ at, ip, url }, { when }) => ({
      subject: 'Sua empresa está congelada',
      paragraphs: [
        'Alguém a congelou com o link de um e-mail. Todas as sessões foram encerradas, o que aguardava foi rejeitado e nenhum pagamento novo sai. O que já estava assinado segue seu caminho: enquanto não estiver em um bloco, você pode cancelá-lo.',
        'Para descongelá-la, redefina sua senha por e-mail, entre e confirme um código.',
      ],
      facts: [
        ['Data', when(at)],
        ['Endereço IP', ip],
      ],
      link: { label: 'Redefinir a senha', url },
      sms: `Quincena: sua empresa está congelada desde ${when(at)}. Nenhum pagamento novo sai.`,
    }),
  },
}

/** `who` is null where it was the operator. */
export const companyUnfrozen: Template<{ at: Date; who: string | null }> = {
  secret: false,
  freezes: true,
  write: {
    es: ({ at, who }, { when, name }) => ({
      subject: 'Tu empresa ya no está congelada',
      paragraphs: ['Puede pagar de nuevo.'],
      facts: [
        ['Fecha', when(at)],
        ['Quién', who === null ? 'El operador' : name(who)],
      ],
      sms: `Quincena: tu empresa se descongeló el ${when(at)}. Puede pagar de nuevo.`,
    }),
    en: ({ at, who }, { when, name }) => ({
      subject: 'Your company is no longer frozen',
      paragraphs: ['It can pay again.'],
      facts: [
        ['Date', when(at)],
        ['Who', who === null ? 'The operator' : name(who)],
      ],
      sms: `Quincena: your company was unfrozen on ${when(at)}. It can pay again.`,
    }),
    it: ({ at, who }, { when, name }) => ({
      subject: 'La tua azienda non è più congelata',
      paragraphs: ['Può pagare di nuovo.'],
      facts: [
        ['Data', when(at)],
        ['Chi', who === null ? 'L’operatore' : name(who)],
      ],
      sms: `Quincena: la tua azienda è stata scongelata il ${when(at)}. Può pagare di nuovo.`,
    }),
    pt: ({ at, who }, { when, name }) => ({
      subject: 'Sua empresa não está mais congelada',
      paragraphs: ['Ela pode pagar de novo.'],
      facts: [
        ['Data', when(at)],
        ['Quem', who === null ? 'O operador' : name(who)],
      ],
      sms: `Quincena: sua empresa foi descongelada em ${when(at)}. Ela pode pagar de novo.`,
    }),
  },
}
