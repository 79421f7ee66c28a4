import type { Language } from '#contract/languages.ts'
import { inEachLanguage, type Template } from './letter.ts'

/** Something about an account that a thief may have done. */
export type AlarmKind =
  | 'networkAfterFailures'
  | 'tokenReused'
  | 'codesLocked'
  | 'signInBlocked'
  | 'sessionEnded'

type Texts = {
  facts: { at: string; who: string; device: string; ip: string }
  of: Record<AlarmKind, { subject: string; text: string }>
}

const texts: Record<Language, Texts> = {
  es: {
    facts: { at: 'Fecha', who: 'Cuenta', device: 'Dispositivo', ip: 'Dirección IP' },
    of: {
      networkAfterFailures: {
        subject: 'Entraron desde una red nueva tras intentos fallidos',
        text: 'Hubo contraseñas o códigos equivocados en las últimas 24 horas, y después alguien entró desde una red que esta cuenta no había usado.',
      },
      tokenReused: {
        subject: 'Se usó una llave de sesión que ya no servía',
        text: 'Puede que alguien la haya copiado. Esa sesión se cerró.',
      },
      codesLocked: {
        subject: 'Se bloquearon los códigos de una cuenta',
        text: 'Se escribieron demasiados códigos equivocados. Durante una hora no se acepta ninguno.',
      },
      signInBlocked: {
        subject: 'Una cuenta quedó bloqueada',
        text: 'Se escribieron demasiados códigos equivocados seguidos. Para entrar hay que elegir una contraseña nueva.',
      },
      sessionEnded: {
        subject: 'Se cerró una sesión desde otra',
        text: 'Quien lo hizo sabe la contraseña de la cuenta.',
      },
    },
  },
  en: {
    facts: { at: 'Date', who: 'Account', device: 'Device', ip: 'IP address' },
    of: {
      networkAfterFailures: {
        subject: 'A sign-in from a new network after failed tries',
        text: 'There were wrong passwords or codes in the last 24 hours, and then somebody signed in from a network that this account had not used.',
      },
      tokenReused: {
        subject: 'A session key was used after its end',
        text: 'Somebody may have copied it. That session was ended.',
      },
      codesLocked: {
        subject: 'The codes of an account are locked',
        text: 'Too many wrong codes were entered. None is accepted for an hour.',
      },
      signInBlocked: {
        subject: 'An account is blocked',
        text: 'Too many wrong codes were entered in a row. Signing in takes a new password.',
      },
      sessionEnded: {
        subject: 'A session was ended from another one',
        text: 'The person who did it knows the password of the account.',
      },
    },
  },
  it: {
    facts: { at: 'Data', who: 'Account', device: 'Dispositivo', ip: 'Indirizzo IP' },
    of: {
      networkAfterFailures: {
        subject: 'Accesso da una rete nuova dopo tentativi falliti',
        text: 'Nelle ultime 24 ore ci sono stati password o codici sbagliati, e poi qualcuno è entrato da una rete che questo account non aveva usato.',
      },
      tokenReused: {
        subject: 'Usata una chiave di sessione non più valida',
        text: 'Qualcuno potrebbe averla copiata. Quella sessione è stata chiusa.',
      },
      codesLocked: {
        subject: 'I codici di un account sono bloccati',
        text: 'Sono stati inseriti troppi codici sbagliati. Per un’ora non se ne accetta nessuno.',
      },
      signInBlocked: {
        subject: 'Un account è bloccato',
        text: 'Sono stati inseriti troppi codici sbagliati di seguito. Per accedere serve una nuova password.',
      },
      sessionEnded: {
        subject: 'Una sessione è stata chiusa da un’altra',
        text: 'Chi lo ha fatto conosce la password dell’account.',
      },
    },
  },
  pt: {
    facts: { at: 'Data', who: 'Conta', device: 'Dispositivo', ip: 'Endereço IP' },
    of: {
      networkAfterFailures: {
        subject: 'Entrada de uma rede nova após tentativas falhas',
        text: 'Houve senhas ou códigos errados nas últimas 24 horas, e depois alguém entrou de uma rede que esta conta não tinha usado.',
      },
      tokenReused: {
        subject: 'Foi usada uma chave de sessão que não valia mais',
        text: 'Alguém pode tê-la copiado. Essa sessão foi encerrada.',
      },
      codesLocked: {
        subject: 'Os códigos de uma conta foram bloqueados',
        text: 'Foram digitados códigos errados demais. Durante uma hora nenhum é aceito.',
      },
      signInBlocked: {
        subject: 'Uma conta foi bloqueada',
        text: 'Foram digitados códigos errados demais em seguida. Para entrar é preciso uma senha nova.',
      },
      sessionEnded: {
        subject: 'Uma sessão foi encerrada a partir de outra',
        text: 'Quem fez isso sabe a senha da conta.',
      },
    },
  },
}

type Alarm = {
  kind: AlarmKind
  at: Date
  /** Whose account it is. */
  who: string
  /** As its browser names itself. */
  device?: string
  ip?: string | null
}

export const accountAlarm: Template<Alarm> = {
  secret: false,
  freezes: true,
  write: inEachLanguage((language, { kind, at, who, device, ip }, { when, name }) => {
    const { facts, of } = texts[language]
    const { subject, text } = of[kind]
    return {
      subject,
      paragraphs: [text],
      facts: [
        [facts.at, when(at)],
        [facts.who, name(who)],
        ...(device ? [[facts.device, name(device)] as const] : []),
        ...(ip ? [[facts.ip, ip] as const] : []),
      ],
      sms: `Quincena: ${subject} (${when(at)}). ${text}`,
    }
  }),
}
