import { createContext, useContext } from 'react'
import type { TextsOfLanguage } from '#contract/texts/keys.ts'
import type { AppLanguage } from '#web/lib/language.ts'

/** The texts of this page: its own section, and the faults of an address. */
export type MyPayTexts = TextsOfLanguage['myPay'] & Pick<TextsOfLanguage, 'addressFaults'>

export interface PageWords {
  language: AppLanguage
  texts: MyPayTexts
}

/** Over the page's own calls, so that no screen passes its texts on. */
export const WordsContext = createContext<PageWords | null>(null)

export function useWords(): PageWords {
  const words = useContext(WordsContext)
  if (!words) throw new Error('WordsContext is missing')
  return words
}

export async function loadTexts(language: AppLanguage): Promise<MyPayTexts> {
  const answer = await fetch(`/assets/translations/${language}/my-pay.json`)
  if (!answer.ok) throw new Error(`texts of ${language}: ${answer.status}`)
  return answer.json()
}
