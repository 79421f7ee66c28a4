import type { Template } from './letter.ts'
import { changeRows, fromWhere, type NotifiedChange, withChanges } from './told-changes.ts'

/** Minutes that a code, and the link to a new password, are good for. */
export const codeLivesMinutes = 10
export const resetLivesMinutes = 30

const aCode = { secret: true, livesMinutes: codeLivesMinutes, freezes: true } as const
const minutes = String(codeLivesMinutes)
const resetMinutes = String(resetLivesMinutes)

/** The second factor of a sign-in. */
export const signInCode: Template<{ code: string }> = {
  ...aCode,
  write: {
    es: ({ code }) => ({
      subject: `${code} es tu código para entrar`,
      code,
      paragraphs: [`Escríbelo en Quincena para entrar. Vence en ${minutes} minutos.`],
      warning: 'Si no fuiste tú, alguien tiene tu contraseña: cámbiala. No compartas este código.',
      sms: `${code} es tu código para entrar en Quincena. Vence en ${minutes} minutos. No lo compartas.`,
    }),
    en: ({ code }) => ({
      subject: `${code} is your sign-in code`,
      code,
      paragraphs: [`Enter it in Quincena to sign in. It expires in ${minutes} minutes.`],
      warning:
        'If this was not you, somebody has your password: change it. Do not share this code.',
      sms: `${code} is your Quincena sign-in code. It expires in ${minutes} minutes. Do not share it.`,
    }),
    it: ({ code }) => ({
      subject: `${code} è il tuo codice di accesso`,
      code,
      paragraphs: [`Inseriscilo in Quincena per accedere. Scade tra ${minutes} minuti.`],
      warning:
        'Se non sei stato tu, qualcuno ha la tua password: cambiala. Non condividere questo codice.',
      sms: `${code} è il tuo codice di accesso a Quincena. Scade tra ${minutes} minuti. Non condividerlo.`,
    }),
    pt: ({ code }) => ({
      subject: `${code} é o seu código para entrar`,
      code,
      paragraphs: [`Digite-o na Quincena para entrar. Ele vence em ${minutes} minutos.`],
      warning: 'Se não foi você, alguém tem a sua senha: troque-a. Não compartilhe este código.',
      sms: `${code} é o seu código para entrar na Quincena. Vence em ${minutes} minutos. Não o compartilhe.`,
    }),
  },
}

/** Releases a payment that waits for approval; `more`: changes beside those that are listed. */
export const paymentCode: Template<{
  code: string
  payroll: string
  asker: string
  ip: string | null
  people: number
  totalUsdCents: bigint
  totalSats: bigint
  changes: readonly NotifiedChange[]
  more: number
}> = {
  ...aCode,
  write: {
    es: ({ code, payroll, people, totalUsdCents, totalSats, ...told }, words) => ({
      subject: `${code} es tu código para aprobar un pago`,
      code,
      paragraphs: [`Con él apruebas este pago. Vence en ${minutes} minutos.`],
      facts: [
        ['Nómina', words.name(payroll)],
        ['Personas', words.count(people)],
        ['Total', `${words.usd(totalUsdCents)} · ${words.btc(totalSats)}`],
        ['Quién lo pidió', fromWhere(told, words)],
        ...changeRows('es', told, words),
      ],
      warning:
        'Si no lo pediste, rechaza el pago en Quincena: hasta que se apruebe no se mueve ningún fondo.',
      sms: withChanges(
        `${code} es tu código de Quincena para aprobar el pago de ${words.usd(totalUsdCents)} de ${words.name(payroll)}. Vence en ${minutes} minutos.`,
        'es',
        told,
        words,
      ),
    }),
    en: ({ code, payroll, people, totalUsdCents, totalSats, ...told }, words) => ({
      subject: `${code} is your code to approve a payment`,
      code,
      paragraphs: [`It approves this payment. It expires in ${minutes} minutes.`],
      facts: [
        ['Payroll', words.name(payroll)],
        ['People', words.count(people)],
        ['Total', `${words.usd(totalUsdCents)} · ${words.btc(totalSats)}`],
        ['Asked for by', fromWhere(told, words)],
        ...changeRows('en', told, words),
      ],
      warning:
        'If you did not ask for it, reject the payment in Quincena: no funds move until it is approved.',
      sms: withChanges(
        `${code} is your Quincena code to approve the payment of ${words.usd(totalUsdCents)} of ${words.name(payroll)}. It expires in ${minutes} minutes.`,
        'en',
        told,
        words,
      ),
    }),
    it: ({ code, payroll, people, totalUsdCents, totalSats, ...told }, words) => ({
      subject: `${code} è il tuo codice per approvare un pagamento`,
      code,
      paragraphs: [`Con questo approvi il pagamento. Scade tra ${minutes} minuti.`],
      facts: [
        ['Libro paga', words.name(payroll)],
        ['Persone', words.count(people)],
        ['Totale', `${words.usd(totalUsdCents)} · ${words.btc(totalSats)}`],
        ['Chiesto da', fromWhere(told, words)],
        ...changeRows('it', told, words),
      ],
      warning:
        'Se non lo hai chiesto, rifiuta il pagamento in Quincena: finché non è approvato nessun fondo si muove.',
      sms: withChanges(
        `${code} è il tuo codice Quincena per approvare il pagamento di ${words.usd(totalUsdCents)} di ${words.name(payroll)}. Scade tra ${minutes} minuti.`,
        'it',
        told,
        words,
      ),
    }),
    pt: ({ code, payroll, people, totalUsdCents, totalSats, ...told }, words) => ({
      subject: `${code} é o seu código para aprovar um pagamento`,
      code,
      paragraphs: [`Com ele você aprova este pagamento. Ele vence em ${minutes} minutos.`],
      facts: [
        ['Folha', words.name(payroll)],
        ['Pessoas', words.count(people)],
        ['Total', `${words.usd(totalUsdCents)} · ${words.btc(totalSats)}`],
        ['Pedido por', fromWhere(told, words)],
        ...changeRows('pt', told, words),
      ],
      warning:
        'Se você não o pediu, rejeite o pagamento na Quincena: até ser aprovado, nenhum fundo se move.',
      sms: withChanges(
        `${code} é o seu código da Quincena para aprovar o pagamento de ${words.usd(totalUsdCents)} de ${words.name(payroll)}. Vence em ${minutes} minutos.`,
        'pt',
        told,
        words,
      ),
    }),
  },
}

/** Releases a withdrawal; `sats` is what leaves the payroll, the fee included. */
export const withdrawalCode: Template<{
  code: string
  payroll: string
  asker: string
  ip: string | null
  address: string
  sats: bigint
  usdCents: bigint
}> = {
  ...aCode,
  write: {
    es: ({ code, payroll, address, sats, usdCents, ...told }, words) => ({
      subject: `${code} es tu código para retirar fondos`,
      code,
      paragraphs: [
        `Con él apruebas este retiro. Vence en ${minutes} minutos. Compara la dirección antes de escribirlo: lo enviado no vuelve.`,
      ],
      facts: [
        ['Nómina', words.name(payroll)],
        ['Monto', `${words.btc(sats)} · ${words.usd(usdCents)}`],
        ['Dirección', address],
        ['Quién lo pidió', fromWhere(told, words)],
      ],
      warning:
        'Si no lo pediste, rechaza el retiro y cambia tu contraseña. Sin el código no se mueve ningún fondo.',
      sms: `${code} es tu código de Quincena para retirar ${words.btc(sats)} hacia ${ends(address)}. Vence en ${minutes} minutos.`,
    }),
    en: ({ code, payroll, address, sats, usdCents, ...told }, words) => ({
      subject: `${code} is your code to withdraw funds`,
      code,
      paragraphs: [
        `It approves this withdrawal. It expires in ${minutes} minutes. Compare the address before you enter it: what is sent does not come back.`,
      ],
      facts: [
        ['Payroll', words.name(payroll)],
        ['Amount', `${words.btc(sats)} · ${words.usd(usdCents)}`],
        ['Address', address],
        ['Asked for by', fromWhere(told, words)],
      ],
      warning:
        'If you did not ask for it, reject the withdrawal and change your password. No funds move without the code.',
      sms: `${code} is your Quincena code to withdraw ${words.btc(sats)} to ${ends(address)}. It expires in ${minutes} minutes.`,
    }),
    it: ({ code, payroll, address, sats, usdCents, ...told }, words) => ({
      subject: `${code} è il tuo codice per prelevare fondi`,
      code,
      paragraphs: [
        `Con questo approvi il prelievo. Scade tra ${minutes} minuti. Confronta l’indirizzo prima di inserirlo: ciò che è inviato non torna.`,
      ],
      facts: [
        ['Libro paga', words.name(payroll)],
        ['Importo', `${words.btc(sats)} · ${words.usd(usdCents)}`],
        ['Indirizzo', address],
        ['Chiesto da', fromWhere(told, words)],
      ],
      warning:
        'Se non lo hai chiesto, rifiuta il prelievo e cambia la password. Senza il codice nessun fondo si muove.',
      sms: `${code} è il tuo codice Quincena per prelevare ${words.btc(sats)} verso ${ends(address)}. Scade tra ${minutes} minuti.`,
    }),
    pt: ({ code, payroll, address, sats, usdCents, ...told }, words) => ({
      subject: `${code} é o seu código para retirar fundos`,
      code,
      paragraphs: [
        `Com ele você aprova esta retirada. Ele vence em ${minutes} minutos. Compare o endereço antes de digitá-lo: o que é enviado não volta.`,
      ],
      facts: [
        ['Folha', words.name(payroll)],
        ['Valor', `${words.btc(sats)} · ${words.usd(usdCents)}`],
        ['Endereço', address],
        ['Pedido por', fromWhere(told, words)],
      ],
      warning:
        'Se você não a pediu, rejeite a retirada e troque a sua senha. Sem o código nenhum fundo se move.',
      sms: `${code} é o seu código da Quincena para retirar ${words.btc(sats)} para ${ends(address)}. Vence em ${minutes} minutos.`,
    }),
  },
}

export const passwordReset: Template<{ url: string }> = {
  secret: true,
  livesMinutes: resetLivesMinutes,
  freezes: true,
  write: {
    es: ({ url }) => ({
      subject: 'Recupera tu contraseña',
      paragraphs: [
        `Con este enlace eliges una contraseña nueva. Sirve una sola vez y vence en ${resetMinutes} minutos.`,
      ],
      link: { label: 'Elegir una contraseña nueva', url },
      warning: 'Si no lo pediste, ignora este mensaje: tu contraseña sigue igual.',
      sms: `Elige una contraseña nueva de Quincena: ${url} Vence en ${resetMinutes} minutos.`,
    }),
    en: ({ url }) => ({
      subject: 'Recover your password',
      paragraphs: [
        `This link lets you choose a new password. It works once and expires in ${resetMinutes} minutes.`,
      ],
      link: { label: 'Choose a new password', url },
      warning: 'If you did not ask for it, ignore this message: your password stays as it is.',
      sms: `Choose a new Quincena password: ${url} It expires in ${resetMinutes} minutes.`,
    }),
    it: ({ url }) => ({
      subject: 'Recupera la tua password',
      paragraphs: [
        `Con questo link scegli una nuova password. Funziona una sola volta e scade tra ${resetMinutes} minuti.`,
      ],
      link: { label: 'Scegli una nuova password', url },
      warning: 'Se non lo hai chiesto, ignora questo messaggio: la tua password resta la stessa.',
      sms: `Scegli una nuova password di Quincena: ${url} Scade tra ${resetMinutes} minuti.`,
    }),
    pt: ({ url }) => ({
      subject: 'Recupere a sua senha',
      paragraphs: [
        `Com este link você escolhe uma senha nova. Ele funciona uma só vez e vence em ${resetMinutes} minutos.`,
      ],
      link: { label: 'Escolher uma senha nova', url },
      warning: 'Se você não o pediu, ignore esta mensagem: a sua senha continua a mesma.',
      sms: `Escolha uma senha nova da Quincena: ${url} Vence em ${resetMinutes} minutos.`,
    }),
  },
}

/** An address as a short message has room for it: enough to compare its beginning and end. */
function ends(address: string): string {
  return `${address.slice(0, 10)}…${address.slice(-6)}`
}
