import type { Texts } from './errors.ts'

/**
 * The messages of a form's own rules, in four languages; a schema names one by its key, and the
 * server and the form show it in the person's language. Spanish has the specification's wording,
 * spelled correctly.
 */
export const fieldTexts = {
  required: { es: 'Obligatorio', en: 'Required', it: 'Obbligatorio', pt: 'Obrigatório' },
  invalid: {
    es: 'Formato inválido',
    en: 'Invalid format',
    it: 'Formato non valido',
    pt: 'Formato inválido',
  },
  tooLong: {
    es: 'Es demasiado largo',
    en: 'It is too long',
    it: 'È troppo lungo',
    pt: 'É longo demais',
  },
  forbiddenCharacters: {
    es: 'Tiene caracteres que no se permiten',
    en: 'It has characters that are not allowed',
    it: 'Contiene caratteri non ammessi',
    pt: 'Tem caracteres que não são permitidos',
  },
  nameTooShort: {
    es: 'Debe tener un mínimo de 3 caracteres',
    en: 'It must have at least 3 characters',
    it: 'Deve avere almeno 3 caratteri',
    pt: 'Deve ter no mínimo 3 caracteres',
  },
  passwordLength: {
    es: 'Debe tener entre 3 y 50 caracteres',
    en: 'It must have between 3 and 50 characters',
    it: 'Deve avere tra 3 e 50 caratteri',
    pt: 'Deve ter entre 3 e 50 caracteres',
  },
  passwordHint: {
    es: 'Debe tener al menos 8 caracteres, letras mayúsculas y caracteres especiales',
    en: 'It must have at least 8 characters, uppercase letters and special characters',
    it: 'Deve avere almeno 8 caratteri, lettere maiuscole e caratteri speciali',
    pt: 'Deve ter pelo menos 8 caracteres, letras maiúsculas e caracteres especiais',
  },
  passwordsDiffer: {
    es: 'Las contraseñas no coinciden',
    en: 'Password and confirmation must match',
    it: 'Password e conferma devono coincidere',
    pt: 'A senha e a confirmação devem coincidir',
  },
  passwordCommon: {
    es: 'Es una contraseña demasiado conocida; elige otra',
    en: 'This password is too well known; choose another',
    it: 'È una password troppo conosciuta; scegline un’altra',
    pt: 'É uma senha conhecida demais; escolha outra',
  },
  passwordIsYours: {
    es: 'No uses tu nombre, tu email ni el nombre de la empresa: sin ellos deben quedar 6 caracteres',
    en: 'Do not use your name, your email or the company’s name: 6 characters must be left without them',
    it: 'Non usare il tuo nome, la tua email o il nome dell’azienda: senza di essi devono restare 6 caratteri',
    pt: 'Não use seu nome, seu e-mail nem o nome da empresa: sem eles devem restar 6 caracteres',
  },
  passwordRepeats: {
    es: 'Repite demasiado los mismos caracteres; elige otra',
    en: 'It repeats the same characters too often; choose another',
    it: 'Ripete troppo gli stessi caratteri; scegline un’altra',
    pt: 'Repete demais os mesmos caracteres; escolha outra',
  },
  sixDigits: {
    es: 'El código tiene seis dígitos',
    en: 'The code has six digits',
    it: 'Il codice ha sei cifre',
    pt: 'O código tem seis dígitos',
  },
  unknownSector: {
    es: 'Elige un sector de la lista',
    en: 'Choose a sector from the list',
    it: 'Scegli un settore dall’elenco',
    pt: 'Escolha um setor da lista',
  },
  phone: {
    es: 'El número debe iniciar con + e incluir dígitos sin caracteres especiales',
    en: 'The number must start with + and contain only digits',
    it: 'Il numero deve iniziare con + e contenere solo cifre',
    pt: 'O número deve começar com + e conter apenas dígitos',
  },
  salaryMinimum: {
    es: 'Salario base debe ser mayor o igual a 1',
    en: 'The base salary must be at least 1',
    it: 'Lo stipendio base deve essere almeno 1',
    pt: 'O salário base deve ser no mínimo 1',
  },
  salaryMaximum: {
    es: 'Salario base debe ser menor o igual a 10,000,000',
    en: 'The base salary must be at most 10,000,000',
    it: 'Lo stipendio base deve essere al massimo 10.000.000',
    pt: 'O salário base deve ser no máximo 10.000.000',
  },
  salaryDecimals: {
    es: 'Usa como máximo dos decimales',
    en: 'Use at most two decimals',
    it: 'Usa al massimo due decimali',
    pt: 'Use no máximo duas casas decimais',
  },
  address: {
    es: 'Dirección inválida',
    en: 'Invalid address',
    it: 'Indirizzo non valido',
    pt: 'Endereço inválido',
  },
  addressOfMain: {
    es: 'Esta dirección es de la red principal de Bitcoin',
    en: 'This address is for the main Bitcoin network',
    it: 'Questo indirizzo è della rete principale di Bitcoin',
    pt: 'Este endereço é da rede principal do Bitcoin',
  },
  addressOfTest: {
    es: 'Esta dirección es de una red de pruebas de Bitcoin (testnet o signet)',
    en: 'This address is for a Bitcoin test network (testnet or signet)',
    it: 'Questo indirizzo è di una rete di prova di Bitcoin (testnet o signet)',
    pt: 'Este endereço é de uma rede de testes do Bitcoin (testnet ou signet)',
  },
  addressOfRegtest: {
    es: 'Esta dirección es de la red local de juego (regtest)',
    en: 'This address is for the local play network (regtest)',
    it: 'Questo indirizzo è della rete locale di gioco (regtest)',
    pt: 'Este endereço é da rede local de teste (regtest)',
  },
  addressOfPayroll: {
    es: 'Esta dirección es de una nómina: los fondos volverían a ella',
    en: 'This address belongs to a payroll: the funds would return to it',
    it: 'Questo indirizzo è di un libro paga: i fondi vi tornerebbero',
    pt: 'Este endereço é de uma folha: os fundos voltariam para ela',
  },
  notInRun: {
    es: 'Alguien de la lista no está en esta nómina',
    en: 'Somebody in the list is not in this payroll',
    it: 'Qualcuno dell’elenco non è in questo libro paga',
    pt: 'Alguém da lista não está nesta folha',
  },
  duiDoubtful: {
    es: 'El dígito verificador del DUI no coincide: revísalo',
    en: 'The check digit of the DUI does not match: please review it',
    it: 'La cifra di controllo del DUI non corrisponde: ricontrollala',
    pt: 'O dígito verificador do DUI não confere: revise-o',
  },
} as const satisfies Record<string, Texts>

export type FieldText = keyof typeof fieldTexts

/** A zod issue's message that names a text of this list, or any other text as it is. */
export function isFieldText(message: string): message is FieldText {
  return Object.hasOwn(fieldTexts, message)
}
