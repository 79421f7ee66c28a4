import type { Language } from '#contract/languages.ts'
import { texts } from '#contract/texts/index.ts'
import { employeeHtml } from './employee-html.ts'
import { brick, escapeHtml, ink, ink2, line, mono, sans, serif } from './html-style.ts'
import type { Letter, List } from './letter.ts'
import { paydayHtml } from './payday-html.ts'

/** Plain text, with the code on a line of its own before everything else. */
export function renderPlainText(
  letter: Letter,
  language: Language,
  freezeUrl: string | null,
): string {
  const { code, paragraphs, facts, link, payday, warning } = letter
  const { footer, freeze } = texts[language].mails
  return [
    code,
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n') || undefined,
    ...(payday?.fund?.notes ?? []),
    ...(payday?.lists ?? []).map(plainList),
    link && `${link.label}:\n${link.url}`,
    warning,
    freezeUrl === null ? undefined : `${freeze.label}:\n${freezeUrl}\n${freeze.text}`,
    `-- \n${footer}`,
  ]
    .filter((part) => part !== undefined)
    .join('\n\n')
}

const plainList = ({ title, rows, more }: List): string =>
  [
    title,
    ...rows.map(([name, value]) => `- ${name}: ${value}`),
    ...(more ? [`- ${more}`] : []),
  ].join('\n')

const paragraph = (text: string, style: string) =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

function factRows(facts: Letter['facts']): string {
  const rows = facts.map(
    ([name, value]) =>
      `<tr><td style="padding:10px 16px 10px 0;border-top:1px solid ${line};color:${ink2};vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td>` +
      `<td style="padding:10px 0;border-top:1px solid ${line};word-break:break-word;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="margin:0 0 16px;border-collapse:collapse;font-size:14px;line-height:1.5">${rows.join('')}</table>`
}

/** The freeze link, below everything else and outlined: easy to find, hard to press by accident. */
function freezeBlock(language: Language, url: string): string {
  const { label, text } = texts[language].mails.freeze
  return (
    `<p style="margin:20px 0 8px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:10px 16px;border:1px solid ${brick};border-radius:10px;color:${brick};font-size:14px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>` +
    paragraph(text, `font-size:13px;line-height:1.5;color:${ink2}`)
  )
}

/** HTML for mail programs: inline styles, no pictures, nothing from other servers. */
export function html(letter: Letter, language: Language, freezeUrl: string | null): string {
  if (letter.payday) return paydayHtml(letter, letter.payday, language)
  if (letter.ownPage) return employeeHtml(letter, letter.ownPage, language)
  const { subject, code, paragraphs, facts, link, warning } = letter
  // The subject repeats the code, but the page shows it once, large.
  const head = code
    ? `<p style="margin:0 0 16px;${mono};font-size:34px;font-weight:600;letter-spacing:.12em">${escapeHtml(code)}</p>`
    : `<h1 style="margin:0 0 16px;${serif};font-size:24px;font-weight:500;line-height:1.25">${escapeHtml(subject)}</h1>`
  const parts = [
    head,
    ...paragraphs.map((text) => paragraph(text, 'font-size:15px;line-height:1.5')),
    facts.length > 0 ? factRows(facts) : undefined,
    link &&
      `<p style="margin:8px 0 20px"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#2B357F;color:#FFFDF9;font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a></p>`,
    warning && paragraph(warning, `font-size:14px;line-height:1.5;color:${ink2}`),
    freezeUrl === null ? undefined : freezeBlock(language, freezeUrl),
  ].filter((part) => part !== undefined)
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px 12px;background:#F5F2EB;color:${ink};${sans}">
<table role="presentation" align="center" width="100%" cellspacing="0" cellpadding="0" style="max-width:540px;margin:0 auto">
<tr><td style="padding:0 4px 16px;${serif};font-size:20px;font-weight:500;letter-spacing:-.02em">Quincena</td></tr>
<tr><td style="padding:28px 28px 12px;background:#FFFDF9;border:1px solid ${line};border-radius:12px">
${parts.join('\n')}
</td></tr>
<tr><td style="padding:16px 4px;font-size:12.5px;line-height:1.5;color:${ink2}">${escapeHtml(texts[language].mails.footer)}</td></tr>
</table></body></html>
`
}
