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
 * Reloads a page whose chunk is missing because the server was upgraded: once for each place, at
 * `destination` if that is given, and never where a reload would only show that there is no
 * connection.
 */
export async function reloadForNewerBuild(destination?: string): Promise<boolean> {
  const { state } = window.history
  if (state?.reloadedForBuild) return false
  if (!(await hasNewerBuild().catch(() => false))) return false
  const marked = { ...state, reloadedForBuild: true }
  if (destination === undefined) window.history.replaceState(marked, '')
  else window.history.pushState(marked, '', destination)
  window.location.reload()
  return true
}

/**
 * A chunk of the app. Where an upgrade has removed it, the page is reloaded and this never
 * resolves.
 */
export async function importOrReload<Module>(
  load: () => Promise<Module>,
  destination?: () => string | undefined,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    if (await reloadForNewerBuild(destination?.())) return new Promise(() => undefined)
    throw cause
  }
}
