// Sets the colour scheme and the frame before the first paint, and asks for what the screen will need while
// the first scripts still come. The build puts it into the page (vite-plugins/inline-script.ts). It waits
// for nothing, so it repeats a few names of the application.
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
  const path = /^\/(es|en|it|prt)(?=\/|$)/
  const [, segment = '', second] = location.pathname.replace(path, '').split('/')
  const frames = {
    admin: ['', 'dashboard', 'edit-profile', 'security', 'employees', 'payrolls'],
    access: ['login', 'sign-up', 'forgot-password', 'reset-password'],
  }
  const signedIn = read('sessionStorage', 'token') !== null
  const known = frames.admin.includes(segment) || frames.access.includes(segment)
  // The guards send people from one to the other; the reset is open to both.
  if (segment === 'reset-password') page.setAttribute('data-frame', 'access')
  else if (known) page.setAttribute('data-frame', signedIn ? 'admin' : 'access')
  // The build has drawn the login as most people see it: without a note above the form, and the passkey
  // below (features/auth/login-screen.tsx).
  const asMost =
    read('sessionStorage', 'left') === null &&
    read('localStorage', 'passkey') === null &&
    'PublicKeyCredential' in window &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  if (segment === 'login' && !second && !signedIn && asMost)
    page.setAttribute('data-frame', 'login')
  // A form is sent by its script alone: by the browser, a password would stand in the address. Before the
  // script is there the press is kept (features/auth/early-entry.ts).
  addEventListener('submit', (event) => {
    if (!event.defaultPrevented) page.setAttribute('data-pressed', '')
    event.preventDefault()
  })

  function ask(attributes) {
    document.head.append(Object.assign(document.createElement('link'), attributes))
  }
  // As in lib/language-choice.ts: the path, then the cookie.
  const [, language = 'es'] =
    path.exec(location.pathname) ??
    /(?:^|; )i18next=(es|en|it|prt)(?:;|$)/.exec(document.cookie) ??
    []
  ask({
    rel: 'preload',
    as: 'fetch',
    crossOrigin: 'anonymous',
    href: `/assets/translations/${language}/global.json`,
  })
  // Filled by the build: the scripts of screens, by the first two segments of their address.
  const scriptsOf = {}
  const asked = second ? `${segment}/${second}` : segment
  const screen = signedIn || !known ? asked : 'login'
  const scripts = Object.hasOwn(scriptsOf, screen) ? scriptsOf[screen] : []
  // What is drawn already is read before it answers.
  const fetchPriority = page.getAttribute('data-frame') === 'login' ? 'low' : 'auto'
  for (const href of scripts) ask({ rel: 'modulepreload', href, fetchPriority })
})()
