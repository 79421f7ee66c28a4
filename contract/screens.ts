/** The first segments of the application's screens: the server knows by them what is a page. */
const screens = [
  'login',
  'sign-up',
  'forgot-password',
  'reset-password',
  'congelar',
  'direccion',
  'invitacion',
  'help',
  'not-found',
  'dashboard',
  'edit-profile',
  'security',
  'sistema',
  'employees',
  'payrolls',
  'calendar',
  'sandbox',
]

const screenPath = new RegExp(`^/(?:(?:es|en|it|prt)/)?(?:${screens.join('|')})(?:/|$)`)

/** Whether a path is one of a screen, with the language's segment or without. */
export const isScreenPath = (path: string): boolean => screenPath.test(path)
