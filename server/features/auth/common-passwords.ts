import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The 10,000 most common passwords of leaked lists, in lower case; the list is sorted by frequency.
 */
const mostCommon = new Set(dictionary['passwords-common'].slice(0, 10_000))

/**
 * More passwords that guessers try first and that satisfy our rule. They are the first words of
 * every published list of leaked passwords, in our four languages, with the characters that people
 * add when a form asks for an upper-case letter and a sign. Case does not matter.
 */

const words = new Set(
  `
password passwort passwd pass welcome admin administrator root user guest login master letmein changeme
qwerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm abc abcd abcde abcdef aaa test testing demo temp default
hello monkey dragon football baseball soccer iloveyou princess sunshine shadow superman batman pokemon
michael jordan jennifer charlie daniel thomas jessica ashley nicole andrea alejandro carlos
summer winter spring autumn january february march april june july august september october november
december monday friday sunday internet google facebook microsoft windows samsung apple bitcoin
contrasena contraseña clave bienvenido bienvenida administrador usuario prueba hola teamo tequiero
estrella princesa mariposa chocolate america barcelona realmadrid futbol familia corazon jesus cristo
diosesamor amor enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre
diciembre lunes viernes verano invierno primavera elsalvador mexico colombia argentina
benvenuto ciao amore juventus napoli estate inverno italia roma
senha bemvindo obrigado brasil flamengo corinthians portugal
`
    .trim()
    .split(/\s+/),
)

/**
 * A single word with up to six figures and up to three signs on either side, or all of them in
 * front.
 */
const ornamented =
  /^[^\p{L}\p{N}]{0,3}(\p{L}+)(?:\p{N}{0,6}[^\p{L}\p{N}]{0,3}|[^\p{L}\p{N}]{1,3}\p{N}{1,6})$/u

/** Neighbouring keys, and words with signs in place of letters: people add nothing to these. */
const asTheyAre = new Set(
  `
!qaz2wsx 1qaz@wsx 1qaz!qaz zaq1@wsx zaq!2wsx zaq12wsx! 1qaz2wsx! !qaz@wsx !qaz1qaz qwe123!@# qwer1234!
asdf1234! 1q2w3e4r! 1q2w3e4r5t! q1w2e3r4! !q2w3e4r 123qwe!@# abc123!@# abcd1234! a1b2c3d4! a123456!
a1234567! a12345678! a@123456 a!123456 aa123456! aa@123456 aa123456@ qaz123!@# !@#$%^&*a p@ssw0rd p@ssword
p@$$w0rd p@$$word pa$$w0rd pa$$word passw0rd! p@ssw0rd! p@ssw0rd1 p@ssw0rd1! p@ssw0rd12 p@ssw0rd123
p@ssw0rd123! p@ssword1 p@ssword1! p@ssword123 p@ssword123! passw0rd1! passw0rd123! passw0rd@123 pa$$w0rd1
pa$$w0rd1! pa$$w0rd123 p@55w0rd p@55w0rd! w3lc0me! welc0me! welc0me1! adm1n@123 adm1n123! @dmin123 @dmin1234
h0la1234! c0ntrasena! contr@sena contr@sena1 contr@señ@ cl@ve123 cl@ve1234 s3nh@123 l0v3you! i<3youuu
`
    .trim()
    .split(/\s+/),
)

export function isCommonPassword(password: string): boolean {
  const typed = password.normalize('NFC').toLowerCase()
  return (
    mostCommon.has(typed) || asTheyAre.has(typed) || words.has(ornamented.exec(typed)?.[1] ?? '')
  )
}
