import type { Texts } from '#contract/errors.ts'
import type { StepUpAction } from '#contract/users.ts'
import { codeLivesMinutes } from './codes.ts'
import type { Template } from './letter.ts'

const minutes = String(codeLivesMinutes)

/** What a code is for, as the end of a sentence. */
const purposes: Record<StepUpAction, Texts> = {
  TWO_FACTOR: {
    es: 'cambiar la verificación en dos pasos',
    en: 'change two-step verification',
    it: 'cambiare la verifica in due passaggi',
    pt: 'mudar a verificação em duas etapas',
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
    it: 'sbloccare la tua azienda',
    pt: 'descongelar a sua empresa',
  },
}

/** Releases one act that a session alone may not do. */
export const stepUpCode: Template<{ code: string; action: StepUpAction }> = {
  secret: true,
  livesMinutes: codeLivesMinutes,
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
