import type { Template } from './letter.ts'

const news = { secret: false } as const

/** Deposits of one payroll that a block has confirmed; `revived`: the payroll had been deleted. */
export const depositArrived: Template<{
  payroll: string
  deposits: number
  usdCents: bigint
  sats: bigint
  revived: boolean
  url: string
}> = {
  ...news,
  write: {
    es: ({ payroll, deposits, usdCents, sats, revived, url }, { usd, btc, count, name }) => ({
      subject: `Llegaron fondos: ${name(payroll)}`,
      paragraphs: [
        'El depósito está confirmado en la red Bitcoin.',
        ...(revived
          ? ['La nómina estaba eliminada: vuelve a estar en tu lista, sin empleados.']
          : []),
      ],
      facts: [
        ['Nómina', name(payroll)],
        ['Monto', `${usd(usdCents)} · ${btc(sats)}`],
        ...(deposits > 1 ? ([['Depósitos', count(deposits)]] as const) : []),
      ],
      link: { label: 'Ver la nómina', url },
      sms: `Quincena: llegaron ${usd(usdCents)} (${btc(sats)}) a ${name(payroll)}.`,
    }),
    en: ({ payroll, deposits, usdCents, sats, revived, url }, { usd, btc, count, name }) => ({
      subject: `Funds arrived: ${name(payroll)}`,
      paragraphs: [
        'The deposit is confirmed on the Bitcoin network.',
        ...(revived
          ? ['The payroll was deleted: it is in your list again, without employees.']
          : []),
      ],
      facts: [
        ['Payroll', name(payroll)],
        ['Amount', `${usd(usdCents)} · ${btc(sats)}`],
        ...(deposits > 1 ? ([['Deposits', count(deposits)]] as const) : []),
      ],
      link: { label: 'See the payroll', url },
      sms: `Quincena: ${usd(usdCents)} (${btc(sats)}) arrived in ${name(payroll)}.`,
    }),
    it: ({ payroll, deposits, usdCents, sats, revived, url }, { usd, btc, count, name }) => ({
      subject: `Sono arrivati fondi: ${name(payroll)}`,
      paragraphs: [
        'Il deposito è confermato sulla rete Bitcoin.',
        ...(revived
          ? ['Il libro paga era stato eliminato: è di nuovo nella tua lista, senza dipendenti.']
          : []),
      ],
      facts: [
        ['Libro paga', name(payroll)],
        ['Importo', `${usd(usdCents)} · ${btc(sats)}`],
        ...(deposits > 1 ? ([['Depositi', count(deposits)]] as const) : []),
      ],
      link: { label: 'Vedi il libro paga', url },
      sms: `Quincena: sono arrivati ${usd(usdCents)} (${btc(sats)}) in ${name(payroll)}.`,
    }),
    pt: ({ payroll, deposits, usdCents, sats, revived, url }, { usd, btc, count, name }) => ({
      subject: `Chegaram fundos: ${name(payroll)}`,
      paragraphs: [
        'O depósito está confirmado na rede Bitcoin.',
        ...(revived
          ? ['A folha estava excluída: volta a estar na sua lista, sem funcionários.']
          : []),
      ],
      facts: [
        ['Folha', name(payroll)],
        ['Valor', `${usd(usdCents)} · ${btc(sats)}`],
        ...(deposits > 1 ? ([['Depósitos', count(deposits)]] as const) : []),
      ],
      link: { label: 'Ver a folha', url },
      sms: `Quincena: chegaram ${usd(usdCents)} (${btc(sats)}) em ${name(payroll)}.`,
    }),
  },
}

/** A deposit that had been told of, and that the chain has taken back for good. */
export const depositLost: Template<{
  payroll: string
  usdCents: bigint
  sats: bigint
  url: string
}> = {
  ...news,
  write: {
    es: ({ payroll, usdCents, sats, url }, { usd, btc, name }) => ({
      subject: `Un depósito quedó anulado: ${name(payroll)}`,
      paragraphs: [
        'La red Bitcoin reorganizó sus bloques y quien lo envió gastó esos fondos de otra forma. Ya no cuentan en la nómina.',
      ],
      facts: [
        ['Nómina', name(payroll)],
        ['Monto', `${usd(usdCents)} · ${btc(sats)}`],
      ],
      link: { label: 'Ver la nómina', url },
      sms: `Quincena: quedó anulado un depósito de ${usd(usdCents)} en ${name(payroll)}.`,
    }),
    en: ({ payroll, usdCents, sats, url }, { usd, btc, name }) => ({
      subject: `A deposit was undone: ${name(payroll)}`,
      paragraphs: [
        'The Bitcoin network reorganised its blocks and the sender spent these funds in another way. They no longer count in the payroll.',
      ],
      facts: [
        ['Payroll', name(payroll)],
        ['Amount', `${usd(usdCents)} · ${btc(sats)}`],
      ],
      link: { label: 'See the payroll', url },
      sms: `Quincena: a deposit of ${usd(usdCents)} in ${name(payroll)} was undone.`,
    }),
    it: ({ payroll, usdCents, sats, url }, { usd, btc, name }) => ({
      subject: `Un deposito è stato annullato: ${name(payroll)}`,
      paragraphs: [
        'La rete Bitcoin ha riorganizzato i suoi blocchi e chi lo ha inviato ha speso quei fondi in altro modo. Non contano più nel libro paga.',
      ],
      facts: [
        ['Libro paga', name(payroll)],
        ['Importo', `${usd(usdCents)} · ${btc(sats)}`],
      ],
      link: { label: 'Vedi il libro paga', url },
      sms: `Quincena: è stato annullato un deposito di ${usd(usdCents)} in ${name(payroll)}.`,
    }),
    pt: ({ payroll, usdCents, sats, url }, { usd, btc, name }) => ({
      subject: `Um depósito foi anulado: ${name(payroll)}`,
      paragraphs: [
        'A rede Bitcoin reorganizou os seus blocos e quem o enviou gastou esses fundos de outra forma. Eles não contam mais na folha.',
      ],
      facts: [
        ['Folha', name(payroll)],
        ['Valor', `${usd(usdCents)} · ${btc(sats)}`],
      ],
      link: { label: 'Ver a folha', url },
      sms: `Quincena: foi anulado um depósito de ${usd(usdCents)} em ${name(payroll)}.`,
    }),
  },
}

/** A withdrawal is in a block. */
export const withdrawalDone: Template<{
  payroll: string
  address: string
  usdCents: bigint
  sats: bigint
  at: Date
  url: string
}> = {
  ...news,
  write: {
    es: ({ payroll, address, usdCents, sats, at, url }, { usd, btc, when, name }) => ({
      subject: `Retiro confirmado: ${name(payroll)}`,
      paragraphs: ['Los fondos llegaron a la dirección.'],
      facts: [
        ['Nómina', name(payroll)],
        ['Monto', `${usd(usdCents)} · ${btc(sats)}`],
        ['Dirección', address],
        ['Fecha', when(at)],
      ],
      link: { label: 'Ver la nómina', url },
      sms: `Quincena: se confirmó un retiro de ${btc(sats)} de ${name(payroll)}.`,
    }),
    en: ({ payroll, address, usdCents, sats, at, url }, { usd, btc, when, name }) => ({
      subject: `Withdrawal confirmed: ${name(payroll)}`,
      paragraphs: ['The funds arrived at the address.'],
      facts: [
        ['Payroll', name(payroll)],
        ['Amount', `${usd(usdCents)} · ${btc(sats)}`],
        ['Address', address],
        ['Date', when(at)],
      ],
      link: { label: 'See the payroll', url },
      sms: `Quincena: a withdrawal of ${btc(sats)} from ${name(payroll)} is confirmed.`,
    }),
    it: ({ payroll, address, usdCents, sats, at, url }, { usd, btc, when, name }) => ({
      subject: `Prelievo confermato: ${name(payroll)}`,
      paragraphs: ['I fondi sono arrivati all’indirizzo.'],
      facts: [
        ['Libro paga', name(payroll)],
        ['Importo', `${usd(usdCents)} · ${btc(sats)}`],
        ['Indirizzo', address],
        ['Data', when(at)],
      ],
      link: { label: 'Vedi il libro paga', url },
      sms: `Quincena: è confermato un prelievo di ${btc(sats)} da ${name(payroll)}.`,
    }),
    pt: ({ payroll, address, usdCents, sats, at, url }, { usd, btc, when, name }) => ({
      subject: `Retirada confirmada: ${name(payroll)}`,
      paragraphs: ['Os fundos chegaram ao endereço.'],
      facts: [
        ['Folha', name(payroll)],
        ['Valor', `${usd(usdCents)} · ${btc(sats)}`],
        ['Endereço', address],
        ['Data', when(at)],
      ],
      link: { label: 'Ver a folha', url },
      sms: `Quincena: foi confirmada uma retirada de ${btc(sats)} de ${name(payroll)}.`,
    }),
  },
}
