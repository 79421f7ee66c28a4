import type { texts } from '#contract/texts/index.ts'
import type { ReceiptFacts } from '../facts.ts'
import { type Page, sheet } from './page.ts'

const figureSize = 40
const widest = 235

/** The salary as a figure: sign and cents smaller, the sign raised. */
export function drawFigure(page: Page, { label, usd }: { label: string; usd: string }): void {
  const [, sign = '', whole = usd, cents = ''] = /^(\$)(.*)(\.\d\d)$/.exec(usd) ?? []
  const widthAt = (size: number) =>
    page.width(sign, styleOf(size * 0.62)) +
    page.width(whole, styleOf(size)) +
    page.width(cents, styleOf(size * 0.62))
  const size = Math.min(figureSize, (figureSize * widest) / widthAt(figureSize))
  page.element('P', () => page.text(label, sheet.left, 254, { size: 10, colour: 'ink2' }))
  page.element(
    'P',
    () => {
      const afterSign = page.text(sign, sheet.left, 298.5 - size * 0.22, styleOf(size * 0.62))
      const afterWhole = page.text(whole, afterSign + 1, 298.5, styleOf(size))
      page.text(cents, afterWhole + 0.5, 298.5, styleOf(size * 0.62))
    },
    usd,
  )
}

const styleOf = (size: number) => ({ family: 'serif', size, spacing: -0.028 * size }) as const

type Words = (typeof texts)['es']['receipts']

/** A bar of both parts; a salary paid one way has one colour. */
export function drawShares(
  page: Page,
  left: number,
  { bitcoin, dollars }: ReceiptFacts,
  words: Words,
  usd: (cents: bigint) => string,
): void {
  const percent = bitcoin?.percent ?? 0
  const width = sheet.right - left
  const small = { size: 10 } as const
  const part = (share: number, name: string, cents: string, atEnd: boolean) => {
    const [figure, sum] = [`${share} %`, usd(BigInt(cents))]
    const x = atEnd
      ? sheet.right - page.width(`${figure} `, { family: 'bold' }) - page.width(name, small)
      : left
    page.element('P', () => {
      const end = page.text(`${figure} `, x, 264.5, { family: 'bold', size: 10 })
      page.text(name, end, 264.5, small)
      if (atEnd) page.textEnd(sum, sheet.right, 300.5, small)
      else page.text(sum, left, 300.5, small)
    })
  }
  if (bitcoin) part(percent, words.partBitcoin, bitcoin.usdCents, false)
  if (dollars) part(100 - percent, words.partDollars, dollars.usdCents, bitcoin !== null)
  page.decoration(() => {
    if (!bitcoin || !dollars) return page.bar(left, 280, width, 6, bitcoin ? 'anil' : 'stone')
    const first = ((width - 1.5) * percent) / 100
    page.bar(left, 280, first, 6, 'anil')
    page.bar(left + first + 1.5, 280, width - 1.5 - first, 6, 'stone')
  })
}
