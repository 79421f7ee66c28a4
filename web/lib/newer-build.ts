/** The scripts that this page was written with; their names change with what is in them. */
const ownScripts = () =>
  [...document.querySelectorAll('script[type="module"][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  )

/** Whether the server has another build of the app by now than the one that runs here. */
async function hasNewerBuild(): Promise<boolean> {
  const page = await fetch('/', { headers: { Accept: 'text/html' }, cache: 'no-store' })
  const text = await page.text()
  return page.ok && ownScripts().some((source) => !text.includes(`"${source}"`))
}

/**
 * Reloads a page that misses a part of itself because the server was upgraded meanwhile: once for
 * each place, and never where a reload would only show that there is no connection.
 */
export async function reloadForNewerBuild(): Promise<boolean> {
  const { state } = window.history
  if (state?.reloadedForBuild) return false
  if (!(await hasNewerBuild().catch(() => false))) return false
  window.history.replaceState({ ...state, reloadedForBuild: true }, '')
  window.location.reload()
  return true
}
