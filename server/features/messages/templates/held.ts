import type { Letter, Template } from './letter.ts'
import type { Words } from './words.ts'

type Held = {
  what: 'payment' | 'withdrawal'
  payroll: string
  usdCents: bigint
  sats: bigint
  url: string
}

type Texts = {
  subject: string
  why: string
  /** Nothing has moved, and nobody has to do anything here. */
  kept: string
  names: { payroll: string; amount: string }
  link: string
}

function held({ payroll, usdCents, sats, url }: Held, texts: Texts, words: Words): Letter {
  const name = words.name(payroll)
  return {
    subject: `${texts.subject}: ${name}`,
    paragraphs: [texts.why, texts.kept],
    facts: [
      [texts.names.payroll, name],
      [texts.names.amount, `${words.usd(usdCents)} · ${words.btc(sats)}`],
    ],
    link: { label: texts.link, url },
    sms: `Quincena: ${texts.subject} (${words.usd(usdCents)}, ${name}). ${texts.kept}`,
  }
}

/** The signer finds its rate far from those that it signed before, and leaves it to the operator. */
export const paymentHeld: Template<Held> = {
  secret: false,
  write: {
    es: (params, words) =>
      held(
        params,
        {
          subject: `${params.what === 'payment' ? 'Un pago' : 'Un retiro'} espera al operador`,
          why: 'El precio de Bitcoin está muy lejos de los que se firmaron antes, así que no se firma hasta que lo confirme quien opera Quincena.',
          kept: 'No se movió ningún fondo. Sigue por sí solo en cuanto se confirme.',
          names: { payroll: 'Nómina', amount: 'Monto' },
          link: 'Ver el detalle',
        },
        words,
      ),
    en: (params, words) =>
      held(
        params,
        {
          subject: `A ${params.what} waits for the operator`,
          why: 'The price of Bitcoin is far from those that were signed before, so it is not signed until the operator of Quincena has confirmed it.',
          kept: 'No funds were moved. It goes on by itself once that is done.',
          names: { payroll: 'Payroll', amount: 'Amount' },
          link: 'See the details',
        },
        words,
      ),
    it: (params, words) =>
      held(
        params,
        {
          subject: `${params.what === 'payment' ? 'Un pagamento' : 'Un prelievo'} attende l’operatore`,
          why: 'Il prezzo di Bitcoin è molto lontano da quelli firmati prima, quindi non si firma finché chi gestisce Quincena non lo conferma.',
          kept: 'Nessun fondo si è mosso. Prosegue da solo appena è confermato.',
          names: { payroll: 'Libro paga', amount: 'Importo' },
          link: 'Vedi i dettagli',
        },
        words,
      ),
    pt: (params, words) =>
      held(
        params,
        {
          subject: `${params.what === 'payment' ? 'Um pagamento' : 'Uma retirada'} aguarda o operador`,
          why: 'O preço do Bitcoin está muito longe dos que foram assinados antes, por isso não se assina até que quem opera o Quincena o confirme.',
          kept: 'Nenhum fundo se moveu. Segue por si só assim que for confirmado.',
          names: { payroll: 'Folha', amount: 'Valor' },
          link: 'Ver os detalhes',
        },
        words,
      ),
  },
}
