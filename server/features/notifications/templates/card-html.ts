import type { Language } from '#contract/languages.ts'
import { escapeHtml, ink, ink2, line, sans, serif } from './html-style.ts'
import type { Letter } from './letter.ts'

/**
 * For mail programs that know the device's colour scheme and width; all others use the inline
 * styles.
 */
const styles = `@media (prefers-color-scheme:dark){
.page{background:#181A38 !important}
.card{background:rgb(32,35,73) !important;border-color:#363B6C !important}
.ink{color:#EFECF2 !important}.ink2{color:#B9B6CC !important}.anil{color:#B0B9FA !important}
.button{background:#B0B9FA !important;color:rgb(22,25,64) !important}
.line{border-color:#363B6C !important}}
@media (max-width:480px){.page{padding:0 !important}.card{padding:28px 20px !important;border-width:0 0 1px !important;border-radius:0 !important}
.title{font-size:27px !important}}`

export const small = 'font-size:14px;line-height:1.55'

/**
 * The name with the paydays as a fraction, in text, because not every mail program shows a drawing.
 */
export const wordmark =
  `<p class="ink" style="margin:0 0 34px;${serif};font-size:26px;line-height:1.2;font-weight:500;letter-spacing:-.02em;color:${ink}">Quincena` +
  '<span class="anil" aria-hidden="true" style="margin-left:6px;font-size:14px;font-weight:450;letter-spacing:-.02em;color:#2B357F;white-space:nowrap">' +
  '<span style="vertical-align:8px">15</span><span style="font-size:24px;font-weight:400">\u2044</span><span style="vertical-align:-3px">30</span></span></p>'

export const paragraph = (text: string, tone: 'ink' | 'ink2', style: string) =>
  `<p class="${tone}" style="margin:0 0 12px;${style};color:${tone === 'ink' ? ink : ink2}">${text}</p>`

/** The facts, side by side where there is room. */
export function factBlocks(facts: Letter['facts']): string {
  const blocks = facts.map(
    ([name, value]) =>
      '<div style="display:inline-block;vertical-align:top;margin:0 32px 0 0;padding:20px 0 18px">' +
      `<p class="ink2" style="margin:0 0 2px;${small};color:${ink2}">${escapeHtml(name)}</p>` +
      `<p class="ink" style="margin:0;${serif};font-size:21px;line-height:1.3;color:${ink}">${escapeHtml(value)}</p></div>`,
  )
  return `<div class="line" style="margin:28px 0 26px;border:1px solid ${line};border-width:1px 0">${blocks.join('')}</div>`
}

export const title = (text: string) =>
  `<h1 class="ink title" style="margin:0 0 14px;${serif};font-size:31px;font-weight:440;line-height:1.2;letter-spacing:-.01em;color:${ink};overflow-wrap:anywhere">${escapeHtml(text)}</h1>`

export const buttonHtml = ({ label, url }: NonNullable<Letter['link']>) =>
  `<p style="margin:26px 0 14px"><a href="${escapeHtml(url)}" class="button" style="display:inline-block;padding:14px 30px;border-radius:10px;background:#2B357F;color:#FFFDF9;font-size:16px;line-height:24px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

/** A whole mail: one card with these parts. */
export function cardPage(subject: string, language: Language, parts: readonly string[]): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${styles}</style></head>
<body class="page" style="margin:0;padding:40px 12px;background:#EBE6DA;color:${ink};${sans}">
<table role="presentation" align="center" width="100%" cellspacing="0" cellpadding="0" style="max-width:600px;margin:0 auto">
<tr><td class="card" style="padding:34px 40px 22px;background:#FFFDF9;border:1px solid ${line};border-radius:12px">
${parts.join('\n')}
</td></tr></table></body></html>
`
}
