/** The key of local storage: somebody has signed in with a passkey in this browser, or made one. */
const key = 'passkey'

export const hasUsedPasskey = (): boolean => localStorage.getItem(key) !== null
export const rememberPasskey = () => localStorage.setItem(key, '1')
export const forgetPasskey = () => localStorage.removeItem(key)

/** A passkey belongs to a name: at an IP address no browser makes or takes one. */
const isIpAddress = (host: string) => /^[\d.]+$|^\[/.test(host)

/** Browsers offer passkeys on https and on the own machine alone. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !isIpAddress(window.location.hostname)
