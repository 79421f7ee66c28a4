import type { Letter, Template } from './letter.ts'
import type { Words } from './words.ts'

const news = { secret: false } as const

type Sums = { payroll: string; usdCents: bigint; sats: bigint; url: string }
type What = 'payment' | 'withdrawal'

/** Who or what said no: somebody, the 24 hours without an approval, or the market. */
export type RejectedBy = 'somebody' | 'time' | 'price'

type Texts = {
  subject: string
  because: string
  /** Nothing has moved. */
  kept: string
  names: { payroll: string; amount: string; reason: string }
  link: string
  sms: string
}

function ending({ payroll, usdCents, sats, url }: Sums, reason: string, t: Texts, words: Words) {
  const { usd, btc, name } = words
  return {
    subject: `${t.subject}: ${name(payroll)}`,
    paragraphs: [t.because, t.kept],
    facts: [
      [t.names.payroll, name(payroll)],
      [t.names.amount, `${usd(usdCents)} · ${btc(sats)}`],
      ...(reason === '' ? [] : ([[t.names.reason, name(reason)]] as const)),
    ],
    link: { label: t.link, url },
    sms: `Quincena: ${t.sms} (${usd(usdCents)}, ${name(payroll)}). ${t.kept}`,
  } satisfies Letter
}

type Rejected = Sums & { what: What; by: RejectedBy; reason: string }

/** It was refused before it was signed, by somebody or by itself. */
export const paymentRejected: Template<Rejected> = {
  ...news,
  write: {
    es: ({ what, by, reason, ...sums }, words) => {
      const it = what === 'payment' ? 'un pago' : 'un retiro'
      const because = {
        somebody: 'Se rechazó antes de firmarse.',
        time: 'Nadie lo aprobó en 24 horas, así que se rechazó por sí solo. Puedes pedirlo de nuevo.',
        price:
          'El precio de Bitcoin se movió más de 5 % antes de que se aprobara, así que se rechazó por sí solo. Puedes pedirlo de nuevo.',
      }[by]
      const texts = {
        subject: `Se rechazó ${it}`,
        because,
        kept: 'No se movió ningún fondo.',
        names: { payroll: 'Nómina', amount: 'Monto', reason: 'Motivo' },
        link: 'Ver el detalle',
        sms: by === 'time' ? `nadie aprobó ${it} en 24 horas` : `se rechazó ${it}`,
      }
      return ending(sums, reason, texts, words)
    },
    en: ({ what, by, reason, ...sums }, words) => {
      const because = {
        somebody: 'It was rejected before it was signed.',
        time: 'Nobody approved it within 24 hours, so it was rejected by itself. You can ask for it again.',
        price:
          'The price of Bitcoin moved by more than 5 % before it was approved, so it was rejected by itself. You can ask for it again.',
      }[by]
      const texts = {
        subject: `A ${what} was rejected`,
        because,
        kept: 'No funds were moved.',
        names: { payroll: 'Payroll', amount: 'Amount', reason: 'Reason' },
        link: 'See the details',
        sms: by === 'time' ? `nobody approved a ${what} within 24 hours` : `a ${what} was rejected`,
      }
      return ending(sums, reason, texts, words)
    },
    it: ({ what, by, reason, ...sums }, words) => {
      const it = what === 'payment' ? 'un pagamento' : 'un prelievo'
      const because = {
        somebody: 'È stato rifiutato prima di essere firmato.',
        time: 'Nessuno lo ha approvato entro 24 ore, quindi è stato rifiutato da solo. Puoi chiederlo di nuovo.',
        price:
          'Il prezzo di Bitcoin si è mosso di oltre il 5 % prima dell’approvazione, quindi è stato rifiutato da solo. Puoi chiederlo di nuovo.',
      }[by]
      const texts = {
        subject: `È stato rifiutato ${it}`,
        because,
        kept: 'Nessun fondo si è mosso.',
        names: { payroll: 'Libro paga', amount: 'Importo', reason: 'Motivo' },
        link: 'Vedi i dettagli',
        sms: by === 'time' ? `nessuno ha approvato ${it} entro 24 ore` : `è stato rifiutato ${it}`,
      }
      return ending(sums, reason, texts, words)
    },
    pt: ({ what, by, reason, ...sums }, words) => {
      const isPayment = what === 'payment'
      const it = isPayment ? 'um pagamento' : 'uma retirada'
      const because = {
        somebody: 'A rejeição foi feita antes da assinatura.',
        time: 'Ninguém aprovou em 24 horas, e a rejeição foi automática. Você pode pedir de novo.',
        price:
          'O preço do Bitcoin mudou mais de 5 % antes da aprovação, e a rejeição foi automática. Você pode pedir de novo.',
      }[by]
      const texts = {
        subject: isPayment ? 'Um pagamento foi rejeitado' : 'Uma retirada foi rejeitada',
        because,
        kept: 'Nenhum fundo foi movido.',
        names: { payroll: 'Folha', amount: 'Valor', reason: 'Motivo' },
        link: 'Ver os detalhes',
        sms:
          by === 'time'
            ? `ninguém aprovou ${it} em 24 horas`
            : isPayment
              ? 'um pagamento foi rejeitado'
              : 'uma retirada foi rejeitada',
      }
      return ending(sums, reason, texts, words)
    },
  },
}

/** What calls it back is in a block: the funds are in the payroll again. */
export const paymentCancelled: Template<Sums & { what: What }> = {
  ...news,
  write: {
    es: ({ what, ...sums }, words) => {
      const it = what === 'payment' ? 'un pago' : 'un retiro'
      const texts = {
        subject: `Se canceló ${it}`,
        because: 'La cancelación está confirmada en la red Bitcoin.',
        kept:
          what === 'payment'
            ? 'Los fondos volvieron a la nómina y nadie cobró con lo que se canceló.'
            : 'Los fondos volvieron a la nómina y no salió ninguno.',
        names: { payroll: 'Nómina', amount: 'Volvió a la nómina', reason: 'Motivo' },
        link: 'Ver la nómina',
        sms: `se canceló ${it}`,
      }
      return ending(sums, '', texts, words)
    },
    en: ({ what, ...sums }, words) => {
      const texts = {
        subject: `A ${what} was cancelled`,
        because: 'The cancellation is confirmed on the Bitcoin network.',
        kept:
          what === 'payment'
            ? 'The funds are back in the payroll, and nobody was paid by what was cancelled.'
            : 'The funds are back in the payroll, and none of them left.',
        names: { payroll: 'Payroll', amount: 'Back in the payroll', reason: 'Reason' },
        link: 'See the payroll',
        sms: `a ${what} was cancelled`,
      }
      return ending(sums, '', texts, words)
    },
    it: ({ what, ...sums }, words) => {
      const it = what === 'payment' ? 'un pagamento' : 'un prelievo'
      const texts = {
        subject: `È stato annullato ${it}`,
        because: 'L’annullamento è confermato sulla rete Bitcoin.',
        kept:
          what === 'payment'
            ? 'I fondi sono tornati nel libro paga e nessuno è stato pagato con ciò che è stato annullato.'
            : 'I fondi sono tornati nel libro paga e nessuno è uscito.',
        names: { payroll: 'Libro paga', amount: 'Tornato nel libro paga', reason: 'Motivo' },
        link: 'Vedi il libro paga',
        sms: `è stato annullato ${it}`,
      }
      return ending(sums, '', texts, words)
    },
    pt: ({ what, ...sums }, words) => {
      const subject =
        what === 'payment' ? 'Um pagamento foi cancelado' : 'Uma retirada foi cancelada'
      const texts = {
        subject,
        because: 'O cancelamento está confirmado na rede Bitcoin.',
        kept:
          what === 'payment'
            ? 'Os fundos voltaram à folha e ninguém recebeu com o que foi cancelado.'
            : 'Os fundos voltaram à folha e nenhum saiu.',
        names: { payroll: 'Folha', amount: 'Voltou à folha', reason: 'Motivo' },
        link: 'Ver a folha',
        sms: subject.charAt(0).toLowerCase() + subject.slice(1),
      }
      return ending(sums, '', texts, words)
    },
  },
}
