import type { Template } from './letter.ts'

/** News of the account itself. None of them says anything that opens it. */
const news = { secret: false, freezes: true } as const

/** `device` as its browser names itself. */
export const newDevice: Template<{ at: Date; device: string; ip: string; url: string }> = {
  ...news,
  write: {
    es: ({ at, device, ip, url }, { when, name }) => ({
      subject: 'Entraron a tu cuenta desde un dispositivo nuevo',
      paragraphs: ['Si fuiste tú, no tienes que hacer nada.'],
      facts: [
        ['Fecha', when(at)],
        ['Dispositivo', name(device)],
        ['Dirección IP', ip],
      ],
      link: { label: 'Ver tus sesiones', url },
      warning: 'Si no fuiste tú, cierra esa sesión y cambia tu contraseña ahora.',
      sms: `Quincena: entraron a tu cuenta desde un dispositivo nuevo el ${when(at)}. Si no fuiste tú, cambia tu contraseña.`,
    }),
    en: ({ at, device, ip, url }, { when, name }) => ({
      subject: 'Your account was opened on a new device',
      paragraphs: ['If this was you, there is nothing to do.'],
      facts: [
        ['Date', when(at)],
        ['Device', name(device)],
        ['IP address', ip],
      ],
      link: { label: 'See your sessions', url },
      warning: 'If this was not you, end that session and change your password now.',
      sms: `Quincena: your account was opened on a new device on ${when(at)}. If this was not you, change your password.`,
    }),
    it: ({ at, device, ip, url }, { when, name }) => ({
      subject: 'Accesso al tuo account da un nuovo dispositivo',
      paragraphs: ['Se sei stato tu, non devi fare nulla.'],
      facts: [
        ['Data', when(at)],
        ['Dispositivo', name(device)],
        ['Indirizzo IP', ip],
      ],
      link: { label: 'Vedi le tue sessioni', url },
      warning: 'Se non sei stato tu, chiudi quella sessione e cambia subito la password.',
      sms: `Quincena: accesso al tuo account da un nuovo dispositivo il ${when(at)}. Se non sei stato tu, cambia la password.`,
    }),
    pt: ({ at, device, ip, url }, { when, name }) => ({
      subject: 'Sua conta foi aberta em um dispositivo novo',
      paragraphs: ['Se foi você, não precisa fazer nada.'],
      facts: [
        ['Data', when(at)],
        ['Dispositivo', name(device)],
        ['Endereço IP', ip],
      ],
      link: { label: 'Ver as suas sessões', url },
      warning: 'Se não foi você, encerre essa sessão e troque a sua senha agora.',
      sms: `Quincena: sua conta foi aberta em um dispositivo novo em ${when(at)}. Se não foi você, troque a sua senha.`,
    }),
  },
}

export const passwordChanged: Template<{ at: Date }> = {
  ...news,
  write: {
    es: ({ at }, { when }) => ({
      subject: 'Tu contraseña cambió',
      paragraphs: [`Cambió el ${when(at)}. Las demás sesiones se cerraron.`],
      warning: 'Si no fuiste tú, recupera tu contraseña desde la página de entrada ahora.',
      sms: `Quincena: tu contraseña cambió el ${when(at)}. Si no fuiste tú, recupérala ahora.`,
    }),
    en: ({ at }, { when }) => ({
      subject: 'Your password was changed',
      paragraphs: [`It was changed on ${when(at)}. All other sessions were ended.`],
      warning: 'If this was not you, recover your password from the sign-in page now.',
      sms: `Quincena: your password was changed on ${when(at)}. If this was not you, recover it now.`,
    }),
    it: ({ at }, { when }) => ({
      subject: 'La tua password è cambiata',
      paragraphs: [`È cambiata il ${when(at)}. Le altre sessioni sono state chiuse.`],
      warning: 'Se non sei stato tu, recupera subito la password dalla pagina di accesso.',
      sms: `Quincena: la tua password è cambiata il ${when(at)}. Se non sei stato tu, recuperala subito.`,
    }),
    pt: ({ at }, { when }) => ({
      subject: 'Sua senha foi trocada',
      paragraphs: [`Foi trocada em ${when(at)}. As outras sessões foram encerradas.`],
      warning: 'Se não foi você, recupere a sua senha na página de entrada agora.',
      sms: `Quincena: sua senha foi trocada em ${when(at)}. Se não foi você, recupere-a agora.`,
    }),
  },
}

/** The second factor was switched on or off, or goes another way now; also when the operator reset it. */
export const factorChanged: Template<{ at: Date; enabled: boolean; via: 'EMAIL' | 'SMS' }> = {
  ...news,
  write: {
    es: ({ at, enabled, via }, { when }) => {
      const now = enabled
        ? `Está activada: los códigos llegan por ${via === 'SMS' ? 'mensaje de texto' : 'correo'}.`
        : 'Está desactivada: para entrar basta la contraseña.'
      return {
        subject: 'Cambió tu autenticación de dos pasos',
        paragraphs: [`Cambió el ${when(at)}. ${now}`],
        warning: 'Si no fuiste tú, cambia tu contraseña y revisa la seguridad de tu cuenta.',
        sms: `Quincena: tu autenticación de dos pasos cambió el ${when(at)}. ${now} Si no fuiste tú, cambia tu contraseña.`,
      }
    },
    en: ({ at, enabled, via }, { when }) => {
      const now = enabled
        ? `It is on: codes come by ${via === 'SMS' ? 'text message' : 'email'}.`
        : 'It is off: the password alone opens the account.'
      return {
        subject: 'Your two-step authentication was changed',
        paragraphs: [`It was changed on ${when(at)}. ${now}`],
        warning:
          'If this was not you, change your password and check the security of your account.',
        sms: `Quincena: your two-step authentication was changed on ${when(at)}. ${now} If this was not you, change your password.`,
      }
    },
    it: ({ at, enabled, via }, { when }) => {
      const now = enabled
        ? `È attiva: i codici arrivano per ${via === 'SMS' ? 'SMS' : 'email'}.`
        : 'È disattivata: per accedere basta la password.'
      return {
        subject: 'La tua autenticazione in due passaggi è cambiata',
        paragraphs: [`È cambiata il ${when(at)}. ${now}`],
        warning:
          'Se non sei stato tu, cambia la password e controlla la sicurezza del tuo account.',
        sms: `Quincena: la tua autenticazione in due passaggi è cambiata il ${when(at)}. ${now} Se non sei stato tu, cambia la password.`,
      }
    },
    pt: ({ at, enabled, via }, { when }) => {
      const now = enabled
        ? `Está ativada: os códigos chegam por ${via === 'SMS' ? 'mensagem de texto' : 'e-mail'}.`
        : 'Está desativada: para entrar basta a senha.'
      return {
        subject: 'Sua autenticação em duas etapas mudou',
        paragraphs: [`Mudou em ${when(at)}. ${now}`],
        warning: 'Se não foi você, troque a sua senha e revise a segurança da sua conta.',
        sms: `Quincena: sua autenticação em duas etapas mudou em ${when(at)}. ${now} Se não foi você, troque a sua senha.`,
      }
    },
  },
}

/** `phone` is the new one, null where there is none any more; told to the old one as well. */
export const phoneChanged: Template<{ at: Date; phone: string | null }> = {
  ...news,
  write: {
    es: ({ at, phone }, { when }) => {
      const now = phone ? `Ahora termina en ${lastDigits(phone)}.` : 'Ya no hay ninguno.'
      return {
        subject: 'Cambió el teléfono de tu cuenta',
        paragraphs: [`Cambió el ${when(at)}. ${now}`],
        warning: 'Si no fuiste tú, cambia tu contraseña y revisa la seguridad de tu cuenta.',
        sms: `Quincena: el teléfono de tu cuenta cambió el ${when(at)}. ${now} Si no fuiste tú, cambia tu contraseña.`,
      }
    },
    en: ({ at, phone }, { when }) => {
      const now = phone ? `It ends in ${lastDigits(phone)} now.` : 'There is none now.'
      return {
        subject: 'The phone of your account was changed',
        paragraphs: [`It was changed on ${when(at)}. ${now}`],
        warning:
          'If this was not you, change your password and check the security of your account.',
        sms: `Quincena: the phone of your account was changed on ${when(at)}. ${now} If this was not you, change your password.`,
      }
    },
    it: ({ at, phone }, { when }) => {
      const now = phone ? `Ora finisce in ${lastDigits(phone)}.` : 'Ora non ce n’è nessuno.'
      return {
        subject: 'Il telefono del tuo account è cambiato',
        paragraphs: [`È cambiato il ${when(at)}. ${now}`],
        warning:
          'Se non sei stato tu, cambia la password e controlla la sicurezza del tuo account.',
        sms: `Quincena: il telefono del tuo account è cambiato il ${when(at)}. ${now} Se non sei stato tu, cambia la password.`,
      }
    },
    pt: ({ at, phone }, { when }) => {
      const now = phone ? `Agora termina em ${lastDigits(phone)}.` : 'Agora não há nenhum.'
      return {
        subject: 'O telefone da sua conta mudou',
        paragraphs: [`Mudou em ${when(at)}. ${now}`],
        warning: 'Se não foi você, troque a sua senha e revise a segurança da sua conta.',
        sms: `Quincena: o telefone da sua conta mudou em ${when(at)}. ${now} Se não foi você, troque a sua senha.`,
      }
    },
  },
}

/** Told to the old e-mail; `email` is the new one, masked. */
export const emailChanged: Template<{ at: Date; email: string }> = {
  ...news,
  write: {
    es: ({ at, email }, { when, name }) => ({
      subject: 'Cambió el correo de tu cuenta',
      paragraphs: [`Cambió el ${when(at)}. Ahora es ${name(email)}.`],
      warning:
        'Si no fuiste tú, alguien tiene tu contraseña y tus códigos: avisa a tu operador ahora.',
      sms: `Quincena: el correo de tu cuenta cambió el ${when(at)}. Ahora es ${name(email)}.`,
    }),
    en: ({ at, email }, { when, name }) => ({
      subject: 'The email of your account was changed',
      paragraphs: [`It was changed on ${when(at)}. It is ${name(email)} now.`],
      warning:
        'If this was not you, somebody has your password and your codes: tell your operator now.',
      sms: `Quincena: the email of your account was changed on ${when(at)}. It is ${name(email)} now.`,
    }),
    it: ({ at, email }, { when, name }) => ({
      subject: 'L’email del tuo account è cambiata',
      paragraphs: [`È cambiata il ${when(at)}. Ora è ${name(email)}.`],
      warning:
        'Se non sei stato tu, qualcuno ha la tua password e i tuoi codici: avvisa subito il tuo operatore.',
      sms: `Quincena: l’email del tuo account è cambiata il ${when(at)}. Ora è ${name(email)}.`,
    }),
    pt: ({ at, email }, { when, name }) => ({
      subject: 'O e-mail da sua conta mudou',
      paragraphs: [`Mudou em ${when(at)}. Agora é ${name(email)}.`],
      warning:
        'Se não foi você, alguém tem a sua senha e os seus códigos: avise o seu operador agora.',
      sms: `Quincena: o e-mail da sua conta mudou em ${when(at)}. Agora é ${name(email)}.`,
    }),
  },
}

/** What a company wants approved from now on; `overUsdCents` null: no amount asks for it. */
export const approvalSettingsChanged: Template<{
  at: Date
  who: string
  overUsdCents: bigint | null
  changedAddresses: boolean
}> = {
  ...news,
  write: {
    es: ({ at, who, overUsdCents, changedAddresses }, { when, name, usd }) => ({
      subject: 'Cambió qué pagos piden aprobación',
      paragraphs: ['Así quedó:'],
      facts: [
        ['Fecha', when(at)],
        ['Quién', name(who)],
        ['Pagos grandes', overUsdCents === null ? 'No piden' : `De más de ${usd(overUsdCents)}`],
        ['Direcciones cambiadas', changedAddresses ? 'Piden' : 'No piden'],
      ],
      warning: 'Si nadie de tu empresa lo hizo, cambia tu contraseña ahora.',
      sms: `Quincena: ${name(who)} cambió qué pagos piden aprobación el ${when(at)}.`,
    }),
    en: ({ at, who, overUsdCents, changedAddresses }, { when, name, usd }) => ({
      subject: 'Which payments ask for approval was changed',
      paragraphs: ['This is how it stands:'],
      facts: [
        ['Date', when(at)],
        ['Who', name(who)],
        ['Large payments', overUsdCents === null ? 'Do not ask' : `Over ${usd(overUsdCents)}`],
        ['Changed addresses', changedAddresses ? 'Ask' : 'Do not ask'],
      ],
      warning: 'If nobody of your company did this, change your password now.',
      sms: `Quincena: ${name(who)} changed which payments ask for approval on ${when(at)}.`,
    }),
    it: ({ at, who, overUsdCents, changedAddresses }, { when, name, usd }) => ({
      subject: 'È cambiato quali pagamenti chiedono approvazione',
      paragraphs: ['Ecco come è adesso:'],
      facts: [
        ['Data', when(at)],
        ['Chi', name(who)],
        [
          'Pagamenti grandi',
          overUsdCents === null ? 'Non la chiedono' : `Oltre ${usd(overUsdCents)}`,
        ],
        ['Indirizzi cambiati', changedAddresses ? 'La chiedono' : 'Non la chiedono'],
      ],
      warning: 'Se nessuno della tua azienda lo ha fatto, cambia subito la password.',
      sms: `Quincena: ${name(who)} ha cambiato quali pagamenti chiedono approvazione il ${when(at)}.`,
    }),
    pt: ({ at, who, overUsdCents, changedAddresses }, { when, name, usd }) => ({
      subject: 'Mudou quais pagamentos pedem aprovação',
      paragraphs: ['Ficou assim:'],
      facts: [
        ['Data', when(at)],
        ['Quem', name(who)],
        [
          'Pagamentos grandes',
          overUsdCents === null ? 'Não pedem' : `Acima de ${usd(overUsdCents)}`,
        ],
        ['Endereços alterados', changedAddresses ? 'Pedem' : 'Não pedem'],
      ],
      warning: 'Se ninguém da sua empresa fez isso, troque a sua senha agora.',
      sms: `Quincena: ${name(who)} mudou quais pagamentos pedem aprovação em ${when(at)}.`,
    }),
  },
}

const lastDigits = (phone: string): string => phone.slice(-4)
