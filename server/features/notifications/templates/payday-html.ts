import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import { buttonHtml, cardPage, factBlocks, paragraph, small, title, wordmark } from './card-html.ts'
import { escapeHtml, ink, ink2, line, mono, serif } from './html-style.ts'
import type { FundBlock, Letter, List, PaydayCard } from './letter.ts'

/** The name by which the HTML of a mail refers to its attached picture. */
export const codeContentId = 'payment-code'

const codePx = 168

/** The code beside the sum, or above it on narrow screens; ink on white even in dark mode. */
function fundBlock({ label, usd, btc, address, link, code, notes }: FundBlock): string {
  const uri = escapeHtml(link)
  return (
    `<div class="line" style="margin:24px 0 0;padding:22px 0 8px;border-top:1px solid ${line};font-size:0">` +
    `<div style="display:inline-block;vertical-align:top;width:${codePx}px;margin:0 26px 16px 0"><a href="${uri}"><img src="cid:${codeContentId}" width="${codePx}" height="${codePx}" alt="${escapeHtml(code)}" style="display:block;border:1px solid ${line};border-radius:10px;background:#FFFFFF"></a></div>` +
    '<div style="display:inline-block;vertical-align:top;width:100%;max-width:310px">' +
    `<p class="ink2" style="margin:0 0 2px;${small};color:${ink2}">${escapeHtml(label)}</p>` +
    `<p class="ink" style="margin:0;${serif};font-size:31px;line-height:1.25;letter-spacing:-.01em;color:${ink}">${escapeHtml(usd)}</p>` +
    `<p class="ink" style="margin:0 0 12px;font-size:15px;line-height:1.5;color:${ink}">${escapeHtml(btc)}</p>` +
    `<p class="ink" style="margin:0 0 12px;${mono};font-size:13px;line-height:1.5;color:${ink};word-break:break-all">${escapeHtml(address)}</p></div></div>` +
    notes.map((note) => paragraph(escapeHtml(note), 'ink2', small)).join('')
  )
}

function listBlock({ title: heading, rows, more }: List): string {
  if (rows.length === 0) return paragraph(escapeHtml(heading), 'ink2', `${small};padding-top:10px`)
  const cell = (text: string, tone: string, style: string) =>
    `<td class="${tone} line" style="padding:9px 0;border-top:1px solid ${line};${style};vertical-align:top;overflow-wrap:anywhere">${escapeHtml(text)}</td>`
  const items = rows.map(
    ([name, value]) =>
      `<tr>${cell(name, 'ink', `color:${ink};width:42%;padding-right:16px`)}${cell(value, 'ink2', `color:${ink2};text-align:right`)}</tr>`,
  )
  const rest = more === null ? '' : paragraph(escapeHtml(more), 'ink2', `${small};padding-top:6px`)
  return (
    `<p class="ink" style="margin:26px 0 8px;font-size:15px;line-height:1.45;font-weight:600;color:${ink}">${escapeHtml(heading)}</p>` +
    `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="border-collapse:collapse;font-size:14px;line-height:1.5">${items.join('')}</table>` +
    rest
  )
}

/**
 * HTML of a mail about a payday: the sum to send with its code, the figures, and the people to
 * check.
 */
export function paydayHtml(letter: Letter, card: PaydayCard, language: Language): string {
  const { subject, paragraphs, link } = letter
  const parts = [
    wordmark,
    title(subject),
    ...paragraphs.map((text) =>
      paragraph(escapeHtml(text), 'ink', 'font-size:16px;line-height:1.55'),
    ),
    card.fund && fundBlock(card.fund),
    link && buttonHtml(link),
    factBlocks(card.facts),
    ...card.lists.map(listBlock),
    paragraph(
      escapeHtml(texts[language].mails.footer),
      'ink2',
      'padding-top:26px;font-size:13px;line-height:1.55',
    ),
  ].flatMap((part) => part ?? [])
  return cardPage(subject, language, parts)
}
