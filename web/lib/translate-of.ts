import type { ReactNode } from 'react'

const units = /BTC|sats|USD/g

/**
 * The attribute `translate` of an element: the browser's translator leaves figures as they are, since
 * another language's separators would make another amount of them.
 */
export function translateOf(content: ReactNode): 'no' | undefined {
  const isFigure =
    typeof content === 'string' && /\d/.test(content) && !/\p{L}/u.test(content.replace(units, ''))
  return isFigure ? 'no' : undefined
}
