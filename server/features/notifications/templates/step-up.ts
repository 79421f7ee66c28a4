import type { Language } from '#contract/languages.ts'
import type { StepUpAction } from '#contract/users.ts'
import { codeLivesMinutes } from './codes.ts'
import type { Template } from './letter.ts'

const minutes = String(codeLivesMinutes)

/** What a code is for, as the end of a sentence. */
const purposes: Record<StepUpAction, Record<Language, string>> = {
  TWO_FACTOR: {
    es: 'cambiar la autenticación de dos pasos',
    en: 'change two-step authentication',
    it: 'cambiare l’autenticazione in due passaggi',
    pt: 'mudar a autenticação em duas etapas',
  },
  CONTACT: {
    es: 'cambiar tu correo o tu teléfono',
    en: 'change your email or your phone',
    it: 'cambiare la tua email o il tuo telefono',
    pt: 'mudar o seu e-mail ou o seu telefone',
  },
  APPROVAL: {
    es: 'pedir menos aprobaciones',
    en: 'ask for fewer approvals',
    it: 'chiedere meno approvazioni',
    pt: 'pedir menos aprovações',
  },
  FACTORS: {
    es: 'cambiar cómo entras',
    en: 'change how you sign in',
    it: 'cambiare il tuo accesso',
    pt: 'mudar como você entra',
  },
  CANCEL: {
    es: 'cancelar un pago',
    en: 'cancel a payment',
    it: 'annullare un pagamento',
    pt: 'cancelar um pagamento',
  },
  UNFREEZE: {
    es: 'descongelar tu empresa',
    en: 'unfreeze your company',
    it: 'scongelare la tua azienda',
    pt: 'descongelar a sua empresa',
  },
}

/** Releases one act that a session alone may not do. */
export const stepUpCode: Template<{ code: string; action: StepUpAction }> = {
  secret: true,
  livesMinutes: codeLivesMinutes,
  freezes: true,
  write: {
    es: ({ code, action }) => ({
      subject: `${code} es tu código para ${purposes[action].es}`,
      code,
      paragraphs: [`Sirve para ${purposes[action].es}. Vence en ${minutes} minutos.`],
      warning:
        'Si no lo pediste, alguien está en tu cuenta: cambia tu contraseña. No compartas este código.',
      sms: `${code} es tu código de Quincena para ${purposes[action].es}. Vence en ${minutes} minutos. No lo compartas.`,
    }),
    en: ({ code, action }) => ({
      subject: `${code} is your code to ${purposes[action].en}`,
      code,
      paragraphs: [`It is to ${purposes[action].en}. It expires in ${minutes} minutes.`],
      warning:
        'If you did not ask for it, somebody is in your account: change your password. Do not share this code.',
      sms: `${code} is your Quincena code to ${purposes[action].en}. It expires in ${minutes} minutes. Do not share it.`,
    }),
    it: ({ code, action }) => ({
      subject: `${code} è il tuo codice per ${purposes[action].it}`,
      code,
      paragraphs: [`Serve per ${purposes[action].it}. Scade tra ${minutes} minuti.`],
      warning:
        'Se non lo hai chiesto, qualcuno è nel tuo account: cambia la password. Non condividere questo codice.',
      sms: `${code} è il tuo codice Quincena per ${purposes[action].it}. Scade tra ${minutes} minuti. Non condividerlo.`,
    }),
    pt: ({ code, action }) => ({
      subject: `${code} é o seu código para ${purposes[action].pt}`,
      code,
      paragraphs: [`Serve para ${purposes[action].pt}. Vence em ${minutes} minutos.`],
      warning:
        'Se você não o pediu, alguém está na sua conta: troque a sua senha. Não compartilhe este código.',
      sms: `${code} é o seu código da Quincena para ${purposes[action].pt}. Vence em ${minutes} minutos. Não o compartilhe.`,
    }),
  },
}

/**
 * Shows that an e-mail or a phone is its user's. No freeze link: where it was mistyped, a stranger
 * reads it.
 */
export const contactCode: Template<{ code: string }> = {
  secret: true,
  livesMinutes: codeLivesMinutes,
  write: {
    es: ({ code }) => ({
      subject: `${code} es tu código de confirmación`,
      code,
      paragraphs: [
        `Escríbelo en Quincena para confirmar este contacto. Vence en ${minutes} minutos.`,
      ],
      warning:
        'Si no lo pediste, no compartas este código: alguien escribió tu contacto como suyo.',
      sms: `${code} es tu código de Quincena para confirmar este teléfono. Vence en ${minutes} minutos. No lo compartas.`,
    }),
    en: ({ code }) => ({
      subject: `${code} is your confirmation code`,
      code,
      paragraphs: [
        `Enter it in Quincena to confirm this contact. It expires in ${minutes} minutes.`,
      ],
      warning:
        'If you did not ask for it, do not share this code: somebody entered your contact as theirs.',
      sms: `${code} is your Quincena code to confirm this phone. It expires in ${minutes} minutes. Do not share it.`,
    }),
    it: ({ code }) => ({
      subject: `${code} è il tuo codice di conferma`,
      code,
      paragraphs: [
        `Inseriscilo in Quincena per confermare questo contatto. Scade tra ${minutes} minuti.`,
      ],
      warning:
        'Se non lo hai chiesto, non condividere questo codice: qualcuno ha inserito il tuo contatto come suo.',
      sms: `${code} è il tuo codice Quincena per confermare questo telefono. Scade tra ${minutes} minuti. Non condividerlo.`,
    }),
    pt: ({ code }) => ({
      subject: `${code} é o seu código de confirmação`,
      code,
      paragraphs: [
        `Digite-o na Quincena para confirmar este contato. Vence em ${minutes} minutos.`,
      ],
      warning:
        'Se você não o pediu, não compartilhe este código: alguém informou o seu contato como dele.',
      sms: `${code} é o seu código da Quincena para confirmar este telefone. Vence em ${minutes} minutos. Não o compartilhe.`,
    }),
  },
}
