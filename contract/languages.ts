/** The languages of the wire; the web app's folder of Portuguese is called `prt` (decision 14). */
export const languages = ['es', 'en', 'it', 'pt'] as const
export type Language = (typeof languages)[number]
