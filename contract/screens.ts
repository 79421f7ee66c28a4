/** The first segments of the application's screens: the server knows by them what is a page. */
const screens = new Set([
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
])
const languages = new Set(['es', 'en', 'it', 'prt'])

/** Whether a path is one of a screen, with the language's segment or without. */
export function isScreenPath(path: string): boolean {
  const [, first = '', second = ''] = path.split('/')
  return screens.has(languages.has(first) ? second : first)
}
