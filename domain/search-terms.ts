/** Figures of a phone or a document, however they are grouped. */
const figures = /^[\d\s()+.\-\u2010-\u2015]+$/
const grouping = /[^\p{L}\p{N}]/gu

/**
 * The terms of a search, all of which somebody's texts must hold, in any order. Each is a list of the forms
 * in which it may stand there: a phone or a document also without what groups its figures.
 */
export function searchTerms(search: string): string[][] {
  const text = search.trim()
  const terms = figures.test(text) ? [text] : text.split(/\s+/)
  return terms
    .filter((term) => term !== '')
    .map((term) => {
      const compact = /\d/.test(term) ? term.replaceAll(grouping, '') : term
      return compact === term ? [term] : [term, compact]
    })
}
