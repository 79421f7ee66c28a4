import type { Template } from './letter.ts'
import type { Words } from './words.ts'

const news = { secret: false } as const

const amount = (sats: bigint, usdCents: bigint, { usd, btc }: Words) =>
  `${usd(usdCents)} · ${btc(sats)}`

/** Everybody of a run is paid: each line is in a block. */
export const payrollPaid: Template<{
  payroll: string
  note: string
  people: number
  usdCents: bigint
  sats: bigint
  feeUsdCents: bigint
  feeSats: bigint
  at: Date
  url: string
}> = {
  ...news,
  write: {
    es: ({ payroll, note, people, at, url, ...sums }, words) => ({
      subject: `Nómina pagada: ${words.name(payroll)}`,
      paragraphs: ['El pago está confirmado en la red Bitcoin.'],
      facts: [
        ['Nómina', words.name(payroll)],
        ...concept('Concepto', note, words),
        ['Personas', words.count(people)],
        ['Total', amount(sums.sats, sums.usdCents, words)],
        ['Comisión de red', amount(sums.feeSats, sums.feeUsdCents, words)],
        ['Fecha', words.when(at)],
      ],
      link: { label: 'Ver la nómina', url },
      sms: `Quincena: ${words.name(payroll)} está pagada, ${words.usd(sums.usdCents)} a ${words.count(people)} personas.`,
    }),
    en: ({ payroll, note, people, at, url, ...sums }, words) => ({
      subject: `Payroll paid: ${words.name(payroll)}`,
      paragraphs: ['The payment is confirmed on the Bitcoin network.'],
      facts: [
        ['Payroll', words.name(payroll)],
        ...concept('Concept', note, words),
        ['People', words.count(people)],
        ['Total', amount(sums.sats, sums.usdCents, words)],
        ['Network fee', amount(sums.feeSats, sums.feeUsdCents, words)],
        ['Date', words.when(at)],
      ],
      link: { label: 'See the payroll', url },
      sms: `Quincena: ${words.name(payroll)} is paid, ${words.usd(sums.usdCents)} to ${words.count(people)} people.`,
    }),
    it: ({ payroll, note, people, at, url, ...sums }, words) => ({
      subject: `Stipendi pagati: ${words.name(payroll)}`,
      paragraphs: ['Il pagamento è confermato sulla rete Bitcoin.'],
      facts: [
        ['Libro paga', words.name(payroll)],
        ...concept('Causale', note, words),
        ['Persone', words.count(people)],
        ['Totale', amount(sums.sats, sums.usdCents, words)],
        ['Commissione di rete', amount(sums.feeSats, sums.feeUsdCents, words)],
        ['Data', words.when(at)],
      ],
      link: { label: 'Vedi il libro paga', url },
      sms: `Quincena: ${words.name(payroll)} è pagato, ${words.usd(sums.usdCents)} a ${words.count(people)} persone.`,
    }),
    pt: ({ payroll, note, people, at, url, ...sums }, words) => ({
      subject: `Folha paga: ${words.name(payroll)}`,
      paragraphs: ['O pagamento está confirmado na rede Bitcoin.'],
      facts: [
        ['Folha', words.name(payroll)],
        ...concept('Referência', note, words),
        ['Pessoas', words.count(people)],
        ['Total', amount(sums.sats, sums.usdCents, words)],
        ['Taxa de rede', amount(sums.feeSats, sums.feeUsdCents, words)],
        ['Data', words.when(at)],
      ],
      link: { label: 'Ver a folha', url },
      sms: `Quincena: ${words.name(payroll)} está paga, ${words.usd(sums.usdCents)} a ${words.count(people)} pessoas.`,
    }),
  },
}

function concept(label: string, note: string, { name }: Words) {
  return note === '' ? [] : ([[label, name(note)]] as const)
}

type Trouble = {
  what: 'payment' | 'withdrawal'
  payroll: string
  usdCents: bigint
  sats: bigint
  url: string
}

/** It can never be on the chain any more. */
export const paymentFailed: Template<Trouble> = {
  ...news,
  write: {
    es: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `Falló un ${what === 'payment' ? 'pago' : 'retiro'}: ${words.name(payroll)}`,
      paragraphs: [
        'Este monto no se envió y ya no se enviará. Los fondos que le estaban reservados vuelven a estar disponibles, salvo los que gastó otra transacción.',
      ],
      facts: [
        ['Nómina', words.name(payroll)],
        ['Monto', amount(sats, usdCents, words)],
      ],
      link: { label: 'Ver qué pasó', url },
      sms: `Quincena: falló un ${what === 'payment' ? 'pago' : 'retiro'} de ${words.usd(usdCents)} de ${words.name(payroll)}. Ese monto no se envió.`,
    }),
    en: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `A ${what} failed: ${words.name(payroll)}`,
      paragraphs: [
        'This amount was not sent and will not be sent any more. The funds that were reserved for it are available again, but for what another transaction has spent.',
      ],
      facts: [
        ['Payroll', words.name(payroll)],
        ['Amount', amount(sats, usdCents, words)],
      ],
      link: { label: 'See what happened', url },
      sms: `Quincena: a ${what} of ${words.usd(usdCents)} of ${words.name(payroll)} failed. That amount was not sent.`,
    }),
    it: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `${what === 'payment' ? 'Un pagamento' : 'Un prelievo'} non è riuscito: ${words.name(payroll)}`,
      paragraphs: [
        'Questo importo non è stato inviato e non lo sarà più. I fondi riservati tornano disponibili, tranne quelli spesi da un’altra transazione.',
      ],
      facts: [
        ['Libro paga', words.name(payroll)],
        ['Importo', amount(sats, usdCents, words)],
      ],
      link: { label: 'Vedi cosa è successo', url },
      sms: `Quincena: ${what === 'payment' ? 'un pagamento' : 'un prelievo'} di ${words.usd(usdCents)} di ${words.name(payroll)} non è riuscito. L’importo non è stato inviato.`,
    }),
    pt: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `${what === 'payment' ? 'Um pagamento' : 'Uma retirada'} falhou: ${words.name(payroll)}`,
      paragraphs: [
        'Este valor não foi enviado e não será mais. Os fundos reservados voltam a estar disponíveis, salvo os que outra transação gastou.',
      ],
      facts: [
        ['Folha', words.name(payroll)],
        ['Valor', amount(sats, usdCents, words)],
      ],
      link: { label: 'Ver o que aconteceu', url },
      sms: `Quincena: ${what === 'payment' ? 'um pagamento' : 'uma retirada'} de ${words.usd(usdCents)} de ${words.name(payroll)} falhou. Esse valor não foi enviado.`,
    }),
  },
}

/** The network has let go of it for now; the same bytes are sent again. */
export const paymentRemoved: Template<Trouble> = {
  ...news,
  write: {
    es: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `La red soltó un ${what === 'payment' ? 'pago' : 'retiro'}: ${words.name(payroll)}`,
      paragraphs: [
        'La red Bitcoin dejó de tenerlo en espera. Quincena lo envía de nuevo por sí sola y nunca dos veces: no lo repitas por otro medio.',
      ],
      facts: [
        ['Nómina', words.name(payroll)],
        ['Monto', amount(sats, usdCents, words)],
      ],
      link: { label: 'Ver el estado', url },
      sms: `Quincena: la red soltó un ${what === 'payment' ? 'pago' : 'retiro'} de ${words.usd(usdCents)} de ${words.name(payroll)}. Se envía de nuevo por sí solo; no lo repitas.`,
    }),
    en: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `The network let go of a ${what}: ${words.name(payroll)}`,
      paragraphs: [
        'The Bitcoin network no longer holds it. Quincena sends it again by itself and never twice: do not repeat it by other means.',
      ],
      facts: [
        ['Payroll', words.name(payroll)],
        ['Amount', amount(sats, usdCents, words)],
      ],
      link: { label: 'See its state', url },
      sms: `Quincena: the network let go of a ${what} of ${words.usd(usdCents)} of ${words.name(payroll)}. It is sent again by itself; do not repeat it.`,
    }),
    it: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `La rete ha lasciato ${what === 'payment' ? 'un pagamento' : 'un prelievo'}: ${words.name(payroll)}`,
      paragraphs: [
        'La rete Bitcoin non lo tiene più in attesa. Quincena lo invia di nuovo da sola e mai due volte: non ripeterlo con altri mezzi.',
      ],
      facts: [
        ['Libro paga', words.name(payroll)],
        ['Importo', amount(sats, usdCents, words)],
      ],
      link: { label: 'Vedi lo stato', url },
      sms: `Quincena: la rete ha lasciato ${what === 'payment' ? 'un pagamento' : 'un prelievo'} di ${words.usd(usdCents)} di ${words.name(payroll)}. Si invia di nuovo da solo; non ripeterlo.`,
    }),
    pt: ({ what, payroll, usdCents, sats, url }, words) => ({
      subject: `A rede soltou ${what === 'payment' ? 'um pagamento' : 'uma retirada'}: ${words.name(payroll)}`,
      paragraphs: [
        'A rede Bitcoin deixou de tê-lo em espera. A Quincena o envia de novo sozinha e nunca duas vezes: não repita por outro meio.',
      ],
      facts: [
        ['Folha', words.name(payroll)],
        ['Valor', amount(sats, usdCents, words)],
      ],
      link: { label: 'Ver o estado', url },
      sms: `Quincena: a rede soltou ${what === 'payment' ? 'um pagamento' : 'uma retirada'} de ${words.usd(usdCents)} de ${words.name(payroll)}. É enviado de novo sozinho; não repita.`,
    }),
  },
}
