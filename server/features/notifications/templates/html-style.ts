const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '')

// Mail programs know neither our fonts nor variables. Colours of six digits, such as the palette's
// secondary ink, are written in another form: only a code may have six digits in a row.
export const ink = '#1C1A26'
export const ink2 = 'rgb(87,83,101)'
export const line = '#E0D9CB'
export const brick = '#9E3524'
export const sans =
  "font-family:'Hanken Grotesk',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
export const serif = "font-family:Besley,Georgia,'Times New Roman',serif"
export const mono = "font-family:'Spline Sans Mono',SFMono-Regular,Menlo,Consolas,monospace"
