import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import { buttonHtml, cardPage, factBlocks, paragraph, small, title, wordmark } from './card-html.ts'
import { escapeHtml, ink, line, mono } from './html-style.ts'
import type { Letter, OwnPage } from './letter.ts'

function firstStrong(text: string): string {
  const end = text.indexOf('. ') + 1
  return end === 0
    ? `<strong class="ink" style="color:${ink}">${escapeHtml(text)}</strong>`
    : `<strong class="ink" style="color:${ink}">${escapeHtml(text.slice(0, end))}</strong>${escapeHtml(text.slice(end))}`
}

/** HTML of a mail to an employee: one card with the employer's words, the button and the own figures. */
export function employeeHtml(letter: Letter, page: OwnPage, language: Language): string {
  const { subject, facts, link, warning } = letter
  const { lead, validity, note } = page
  const url = link && escapeHtml(link.url)
  const parts = [
    wordmark,
    title(subject),
    paragraph(escapeHtml(lead), 'ink', 'font-size:16px;line-height:1.55'),
    link && buttonHtml(link),
    validity && paragraph(escapeHtml(validity), 'ink2', small),
    facts.length > 0
      ? factBlocks(facts)
      : `<div class="line" style="margin:28px 0 26px;border-top:1px solid ${line}"></div>`,
    note && paragraph(firstStrong(note), 'ink2', small),
    url &&
      paragraph(
        `${escapeHtml(texts[language].mails.copyLink)}<br><span class="ink" style="${mono};font-size:13px;color:${ink};word-break:break-all">${url}</span>`,
        'ink2',
        small,
      ),
    warning &&
      paragraph(escapeHtml(warning), 'ink2', 'padding-top:14px;font-size:13px;line-height:1.55'),
  ].flatMap((part) => part || [])
  return cardPage(subject, language, parts)
}
