import { fill } from '#contract/texts/fill.ts'
import { texts } from '#contract/texts/index.ts'
import { documentKind } from '#domain/dui.ts'
import { btcText } from '#domain/money.ts'
import { receiptNumber } from '#domain/receipt-number.ts'
import type { Receipt, ReceiptFacts } from '../facts.ts'
import { formatsOf } from './formats.ts'
import { Page, type Style, sheet } from './page.ts'
import { drawFigure, drawShares } from './salary.ts'

const label = { size: 10, colour: 'ink2' } as const satisfies Style
const value = { size: 10 } as const satisfies Style
const strong = { size: 10, family: 'bold' } as const satisfies Style
const mono = { size: 9.75, family: 'mono' } as const satisfies Style

/** The left edge of the values and of the second column. */
const valueX = 186
const secondX = 312

type Texts = (typeof texts)['es']['receipts']
type Row = {
  name: keyof Texts['rows']
  height?: number
  draw: (y: number) => number
  actual?: string
}

const sourceNames: Record<string, string> = {
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  bitstamp: 'Bitstamp',
  coingecko: 'CoinGecko',
}
const sourceName = (name: string) => sourceNames[name] ?? name

const documentWords = {
  dui: 'identification',
  nit: 'taxIdentification',
  other: 'otherIdentification',
} as const

/**
 * The page of a receipt: one line, nothing of other people, and no link to an explorer, which would
 * show every colleague's salary. The same receipt makes the same bytes.
 */
export function receiptPdf(receipt: Receipt): Promise<Buffer> {
  const { facts, issuedAt, isVoid, transfer } = receipt
  const { language } = facts
  const words: Texts = texts[language].receipts
  const formats = formatsOf(language)
  const number = receiptNumber(receipt)
  const title = `${words.title} ${words.number} ${number}`
  const page = new Page({ language, title, author: facts.company, at: issuedAt })

  drawHead()
  drawParties()
  page.decoration(() => page.line(321))
  drawFigure(page, { label: words.salary, usd: formats.usd(BigInt(facts.usdCents)) })
  drawShares(page, secondX + 10, facts, words, formats.usd)
  let y = 321
  if (facts.bitcoin)
    y = drawRows(words.inBitcoin, facts.bitcoin.usdCents, bitcoinRows(facts.bitcoin), y)
  if (facts.dollars)
    y = drawRows(words.inDollars, facts.dollars.usdCents, dollarRows(facts.dollars), y)
  if (facts.bitcoin) drawRow({ name: 'networkFee', draw: said(words.networkFee) }, y)
  drawFoot()
  if (isVoid) page.element('P', () => page.stamp(words.void, 'brick'))
  return page.end()

  function drawHead() {
    page.element(
      'P',
      () => {
        const style = { family: 'wordmark', size: 16.2 } as const
        const end = page.text('Quincena', sheet.left, 60, { ...style, spacing: -0.385 })
        const small = { family: 'serif', size: 9, colour: 'anil' } as const
        page.text('15', end + 4.5, 52.6, small)
        page.path('M26 89 86 0', { x: end + 5, y: 45.6, scale: 0.172, colour: 'anil', width: 5 })
        page.text('30', end + 15.2, 61.4, small)
      },
      'Quincena',
    )
    page.element('P', () => {
      const width = page.width(number, { family: 'monoBold', size: 10.5 })
      page.text(number, sheet.right - width, 60.5, { family: 'monoBold', size: 10.5 })
      page.textEnd(words.number, sheet.right - width - 4, 60.5, label)
    })
    page.decoration(() => page.line(76, 'ink'))
    page.element('H1', () =>
      page.text(words.title, sheet.left, 119, { family: 'serif', size: 24.5, spacing: -0.35 }),
    )
    drawState()
    page.element('P', () => {
      const paidOn = fill(words.paidOn, { day: formats.longDay(new Date(facts.paidAt)) })
      const concept = facts.note || (facts.payday && paydayOf(facts.payday))
      const period = concept ? `${concept} · ${paidOn}` : paidOn[0]?.toUpperCase() + paidOn.slice(1)
      page.paragraph(period, { x: sheet.left, y: 137.5, width: 499, leading: 14, most: 2 }, label)
    })
  }

  /** Noon, local time, because a payday has a day and no time. */
  function paydayOf(day: string): string {
    return fill(words.payday, { day: formats.longDay(new Date(`${day}T18:00:00Z`)) })
  }

  function drawState() {
    if (!isVoid && !facts.bitcoin) return
    const said = isVoid ? words.void : words.confirmed
    const colour = isVoid ? ('brick' as const) : ('jade' as const)
    const style = { family: 'bold', size: 10.5, colour } as const
    const x = sheet.right - page.width(said, style)
    page.decoration(() => {
      page.path('M8 0a8 8 0 1 0 .01 0Z', { x: x - 18, y: 107, scale: 0.75, colour })
      const mark = isVoid ? 'M5 5l6 6M11 5l-6 6' : 'M4.4 8.3l2.5 2.5 4.8-5.2'
      page.path(mark, { x: x - 18, y: 107, scale: 0.75, colour: 'paper', width: 1.8 })
    })
    page.element('P', () => page.text(said, x, 116.5, style))
  }

  function drawParties() {
    const party = (x: number, title: string, name: string, more: string) => {
      page.element('P', () => {
        page.text(title, x, 164, { ...label, size: 9 })
        const end = page.paragraph(name, { x, y: 180, width: 225, leading: 14, most: 2 }, strong)
        if (more !== '')
          page.paragraph(more, { x, y: end + 14.5, width: 225, leading: 14, most: 1 }, value)
      })
    }
    party(sheet.left, words.employer, facts.company, '')
    const { identification } = facts
    const kind = words[documentWords[documentKind(identification)]]
    const known = identification === '' ? '' : fill(kind, { identification })
    party(secondX, words.employee, facts.name, known)
    page.decoration(() => page.line(228))
  }

  function drawRows(title: string, usdCents: string, rows: readonly Row[], top: number): number {
    const base = top + 33
    page.element('H2', () => {
      page.text(title, sheet.left, base, { family: 'serif', size: 14 })
      page.textEnd(formats.usd(BigInt(usdCents)), sheet.right, base, { family: 'bold', size: 12 })
    })
    page.decoration(() => page.line(base + 9))
    let y = base + 9
    for (const row of rows) {
      y = drawRow(row, y)
      const line = y
      page.decoration(() => page.line(line))
    }
    return y
  }

  function drawRow({ name, draw, actual }: Row, top: number): number {
    let last = top
    page.element('P', () => page.text(words.rows[name], sheet.left, top + 17.5, label))
    page.element(
      'P',
      () => {
        last = draw(top + 17.5)
      },
      actual,
    )
    return last + 9.75
  }

  function said(text: string, style: Style = value) {
    return (y: number) =>
      page.paragraph(text, { x: valueX, y, width: sheet.right - valueX, leading: 14.5 }, style)
  }

  function bitcoinRows(bitcoin: NonNullable<ReceiptFacts['bitcoin']>): Row[] {
    const { sats, rateSources, rateAt, address, txid, vout, confirmedAt, height } = bitcoin
    const named = (bitcoin.rateQuotes ?? [])
      .map(
        ({ name, usdCentsPerBtc }) => `${sourceName(name)} ${formats.usd(BigInt(usdCentsPerBtc))}`,
      )
      .join(' · ')
    const rate = formats.usd(BigInt(bitcoin.rateUsdCentsPerBtc))
    const [rated, confirmed] = [new Date(rateAt), new Date(confirmedAt)]
    const sources = named ? words.sources.named : words.sources[rateSources === 1 ? 'one' : 'other']
    const at = fill(words.rateAt, { day: formats.day(rated), time: formats.time(rated) })
    const block = fill(words.block, { at: formats.when(confirmed), height: formats.count(height) })
    const rows: (Row | null)[] = [
      { name: 'received', draw: (y) => drawReceived(BigInt(sats), y) },
      {
        name: 'rate',
        draw: (y) => {
          const end = page.text('1 BTC = ', valueX, y, value)
          page.text(`, ${at}`, page.text(rate, end, y, strong), y, value)
          return y
        },
      },
      rateSources > 0
        ? { name: 'sources', draw: said(fill(sources, { count: String(rateSources), named })) }
        : null,
      { name: 'address', draw: (y) => drawAddress(address, y), actual: address },
      { name: 'output', draw: (y) => drawOutput(txid, vout, y), actual: `${txid}:${vout}` },
      { name: 'confirmed', draw: said(block) },
    ]
    return rows.filter((row) => row !== null)
  }

  function drawReceived(sats: bigint, y: number): number {
    const end = page.text(`${formats.count(Number(sats))} sats`, valueX, y, strong)
    const glyph =
      'M1 3.6h5.9a2.15 2.15 0 0 1 0 4.3H3m0 0h4.5a2.3 2.3 0 0 1 0 4.6H1M3 3.6v8.9M4.4 1.2v2.4m2.4-2.4v2.4m-2.4 8.9v2.4m2.4-2.4v2.4'
    page.path(glyph, { x: end + 9, y: y - 8.6, scale: 0.6, colour: 'btc', width: 1.9 })
    const btc = btcText(sats)
    const groups = [btc.slice(0, -6), btc.slice(-6, -3), btc.slice(-3)]
    let at = end + 20
    for (const group of groups) at = page.text(group, at, y, value) + 1.7
    page.text('BTC', at + 1, y, value)
    return y
  }

  /** Draws an address in groups of four, six a line; people compare its ends. */
  function drawAddress(address: string, y: number): number {
    const groups = address.match(/.{1,4}/g) ?? []
    const step = page.width('0000', { ...mono, size: 10.5 }) + 6.5
    for (const [index, group] of groups.entries()) {
      const isEnd = index < 2 || index >= groups.length - 2
      const style = isEnd
        ? ({ family: 'monoBold', size: 10.5 } as const)
        : ({ family: 'mono', size: 10.5, colour: 'ink2' } as const)
      const row = Math.floor(index / 6)
      page.text(group, valueX + (index % 6) * step, y + 1 + row * 17.5, style)
    }
    return y + 1 + Math.max(0, Math.ceil(groups.length / 6) - 1) * 17.5
  }

  function drawOutput(txid: string, vout: number, y: number): number {
    page.text(txid.slice(0, 45), valueX, y, mono)
    page.text(`${txid.slice(45)} : ${vout}`, valueX, y + 15, mono)
    return y + 15
  }

  function dollarRows({ bank, accountEnd }: NonNullable<ReceiptFacts['dollars']>): Row[] {
    const account = accountEnd === '' ? null : fill(words.account, { end: accountEnd })
    const to = [bank, account].filter((part) => part !== null && part !== '').join(', ')
    const rows: Row[] = [{ name: 'transfer', draw: said(to || words.byTransfer) }]
    if (transfer && transfer.reference !== '') {
      const day = ` · ${formats.day(transfer.at)}`
      const { reference } = transfer
      rows.push({ name: 'reference', draw: (y) => drawReference(reference, day, y) })
    }
    return rows
  }

  /** Draws the bank's reference, and the day where there is room. */
  function drawReference(reference: string, day: string, y: number): number {
    const last = said(reference, mono)(y)
    const end = valueX + page.width(reference, mono)
    if (last === y && end + page.width(day, value) <= sheet.right) page.text(day, end, y, value)
    return last
  }

  function drawFoot() {
    const small = { size: 8.6, colour: 'ink2' } as const
    page.decoration(() => page.line(769))
    page.element('P', () => {
      page.text(fill(words.issued, { day: formats.longDay(issuedAt) }), sheet.left, 789, small)
    })
    const { consent } = facts
    if (facts.bitcoin && consent) {
      const terms = { day: formats.day(new Date(consent.at)), version: String(consent.textVersion) }
      page.element('P', () => page.text(fill(words.consent, terms), sheet.left, 802.5, small))
    }
    page.element('P', () => {
      page.textEnd(`Quincena · ${facts.site}`, sheet.right, 789, small)
      page.textEnd(words.page, sheet.right, 802.5, small)
    })
  }
}
