import { i18n } from './i18n.ts'
import type { AppLanguage } from './language.ts'
import { rememberLanguage } from './language-choice.ts'
import { reloadForNewerBuild } from './newer-build.ts'

/**
 * The texts that the server has now may be those of a later build, in which what this page asks for
 * is no longer there: then the page comes anew, in that language.
 */
export async function switchLanguage(language: AppLanguage): Promise<void> {
  rememberLanguage(language)
  if (await reloadForNewerBuild()) return
  await i18n.changeLanguage(language)
}
