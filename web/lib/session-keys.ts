/** The specification's keys in session storage. */
export const tokenKey = 'token'
export const userKey = 'user'
