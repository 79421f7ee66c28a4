import type { Language } from '#contract/languages.ts'
import { inEachLanguage, type Template } from './letter.ts'
import { changeRows, fromWhere, type Told } from './told-changes.ts'

type RequestInput = Told & {
  payroll: string
  asker: string
  ip: string | null
  people: number
  usdCents: bigint
  sats: bigint
  /** Where a withdrawal goes, shortened; null for a run. */
  address: string | null
  waits: boolean
  url: string
}

type Texts = {
  payment: string
  withdrawal: string
  waits: string
  goes: string
  facts: { payroll: string; people: string; address: string; total: string; asker: string }
  link: string
}

const texts: Record<Language, Texts> = {
  es: {
    payment: 'Se pidió un pago',
    withdrawal: 'Se pidió un retiro',
    waits: 'Espera aprobación: hasta entonces no se mueve ningún fondo.',
    goes: 'No pide código y se envía enseguida.',
    facts: {
      payroll: 'Nómina',
      people: 'Personas',
      address: 'Dirección',
      total: 'Total',
      asker: 'Quién lo pidió',
    },
    link: 'Ver el detalle',
  },
  en: {
    payment: 'A payment was asked for',
    withdrawal: 'A withdrawal was asked for',
    waits: 'It waits for approval: no funds move until then.',
    goes: 'It asks for no code and is sent right away.',
    facts: {
      payroll: 'Payroll',
      people: 'People',
      address: 'Address',
      total: 'Total',
      asker: 'RequestInput for by',
    },
    link: 'See the details',
  },
  it: {
    payment: 'È stato chiesto un pagamento',
    withdrawal: 'È stato chiesto un prelievo',
    waits: 'Attende approvazione: fino ad allora nessun fondo si muove.',
    goes: 'Non chiede un codice e parte subito.',
    facts: {
      payroll: 'Libro paga',
      people: 'Persone',
      address: 'Indirizzo',
      total: 'Totale',
      asker: 'Chiesto da',
    },
    link: 'Vedi i dettagli',
  },
  pt: {
    payment: 'Foi pedido um pagamento',
    withdrawal: 'Foi pedida uma retirada',
    waits: 'Aguarda aprovação: até lá, nenhum fundo se move.',
    goes: 'Não pede código e é enviado em seguida.',
    facts: {
      payroll: 'Folha',
      people: 'Pessoas',
      address: 'Endereço',
      total: 'Total',
      asker: 'Pedido por',
    },
    link: 'Ver os detalhes',
  },
}

/** A run or a withdrawal was asked for; told to the administrators who get no code for it by mail. */
export const paymentAsked: Template<RequestInput> = {
  secret: false,
  freezes: true,
  write: inEachLanguage((language, { payroll, people, address, waits, url, ...asked }, words) => {
    const { facts, link, ...text } = texts[language]
    const name = words.name(payroll)
    const what = address === null ? text.payment : text.withdrawal
    const next = waits ? text.waits : text.goes
    const usd = words.usd(asked.usdCents)
    return {
      subject: `${what}: ${name}`,
      paragraphs: [next],
      facts: [
        [facts.payroll, name],
        address === null
          ? [facts.people, words.count(people)]
          : [facts.address, words.name(address)],
        [facts.total, `${usd} · ${words.btc(asked.sats)}`],
        [facts.asker, fromWhere(asked, words)],
        ...changeRows(language, asked, words),
      ],
      link: { label: link, url },
      sms: `Quincena: ${what} (${usd}, ${name}). ${next}`,
    }
  }),
}
