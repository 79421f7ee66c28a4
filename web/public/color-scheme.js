// Sets the colour scheme and the frame before the first paint. A file of its own, because the
// content security policy allows no script inside the page; it waits for nothing, so it repeats a
// few names of the application.
;(() => {
  const { documentElement: page } = document
  /** Storage can be refused to the page. */
  function read(storage, key) {
    try {
      return window[storage].getItem(key)
    } catch {
      return null
    }
  }
  // A dark page is never white for a moment. The key and the attribute are those of app/theme.ts.
  const preference = read('localStorage', 'quincena-color-scheme')
  const dark =
    preference === 'dark' ||
    (preference !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  page.setAttribute('data-color-scheme', dark ? 'dark' : 'light')

  // The frame in which the screen will stand (app/frame.css): there before the script that fills it.
  const [, segment = ''] = location.pathname.replace(/^\/(es|en|it|prt)(?=\/|$)/, '').split('/')
  const frames = {
    admin: ['', 'dashboard', 'edit-profile', 'security', 'employees', 'payrolls'],
    access: ['login', 'sign-up', 'forgot-password', 'reset-password'],
  }
  const signedIn = read('sessionStorage', 'token') !== null
  // The guards send people from one to the other; the reset is open to both.
  if (segment === 'reset-password') page.setAttribute('data-frame', 'access')
  else if (frames.admin.includes(segment) || frames.access.includes(segment)) {
    page.setAttribute('data-frame', signedIn ? 'admin' : 'access')
  }
})()
