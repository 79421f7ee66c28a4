// Runs before the first paint, so that a dark page is never white for a moment. A file of its own,
// because the content security policy allows no script inside the page. The key and the attribute
// are those that the theme provider is given in app/providers.tsx.
;(() => {
  let preference = null
  try {
    preference = localStorage.getItem('quincena-color-scheme')
  } catch {
    // Storage can be refused to the page; the system's preference then decides.
  }
  const dark =
    preference === 'dark' ||
    (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-color-scheme', dark ? 'dark' : 'light')
})()
