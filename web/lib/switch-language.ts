import { i18n } from './i18n.ts'
import type { AppLanguage } from './language.ts'
import { rememberLanguage } from './language-choice.ts'
import { reloadForNewerBuild } from './newer-build.ts'

/**
 * The server's texts may belong to a later build that no longer has this page's keys: then the page
 * reloads in that language.
 */
export async function switchLanguage(language: AppLanguage): Promise<void> {
  rememberLanguage(language)
  if (await reloadForNewerBuild()) return
  await i18n.changeLanguage(language)
}
