import { isFiller } from './document.ts'
import { plainLetters } from './plain-letters.ts'

/** The header of a list of employees: which column holds what, whatever the columns are called. */

export const csvFields = [
  'firstName',
  'lastName',
  'identification',
  'email',
  'phone',
  'baseSalary',
  'cryptoAddress',
  'bitcoinPercent',
  'bank',
  'bankAccount',
  'hiredOn',
  'payFrequency',
] as const
export type CsvField = (typeof csvFields)[number]

/** The template's own names, in its order: what a missing column is called. */
export const templateColumns: Record<CsvField, string> = {
  firstName: 'Nombre',
  lastName: 'Apellido',
  identification: 'DUI/NIT',
  email: 'Email',
  phone: 'Teléfono',
  baseSalary: 'Salario Base USD',
  cryptoAddress: 'Bitcoin Address',
  bitcoinPercent: 'Porcentaje en Bitcoin',
  bank: 'Banco',
  bankAccount: 'Cuenta',
  hiredOn: 'Fecha de Ingreso',
  payFrequency: 'Frecuencia de Pago',
}

const required: readonly CsvField[] = ['firstName', 'lastName', 'baseSalary', 'cryptoAddress']

/**
 * Names as `plainLetters` leaves them: in Spanish and English, those of the optional columns from the
 * share on in Italian and Portuguese too.
 */
const names: Record<CsvField, readonly string[]> = {
  firstName: 'nombre nombres primernombre firstname firstnames givenname givennames'.split(' '),
  lastName: 'apellido apellidos lastname lastnames surname surnames familyname'.split(' '),
  // The better names first: since 2021 a DUI is the tax number, too.
  identification: [
    ...'dui numerodedui nodui nduis duinit duionit nitdui documento documentodeidentidad'.split(
      ' ',
    ),
    ...'identificacion numerodeidentificacion identification identificationnumber idnumber'.split(
      ' ',
    ),
    ...'document documentnumber nationalid cedula pasaporte numerodepasaporte passport'.split(' '),
    ...'passportnumber nit numerodenit taxid'.split(' '),
  ],
  email: 'email emails emailaddress mail correo correos correoelectronico'.split(' '),
  // The better names first: a fixed phone gets no message.
  phone: [
    ...'celular movil telefonomovil telefonocelular mobile mobilephone mobilenumber cell'.split(
      ' ',
    ),
    ...'cellphone telefono telefonos numerodetelefono tel phone phonenumber telephone'.split(' '),
    ...'telephonenumber telefonofijo fijo landline'.split(' '),
  ],
  baseSalary: [
    ...'salario salarios salariobase salariobaseusd salariousd salariobaseendolares'.split(' '),
    ...'sueldo sueldobase sueldousd sueldobaseusd montobase montobaseusd monto montousd'.split(' '),
    ...'salary basesalary basesalaryusd salaryusd baseamount amount amountusd pay wage'.split(' '),
  ],
  cryptoAddress: [
    ...'bitcoinaddress btcaddress cryptoaddress bitcoin btc bitcoinwallet btcwallet wallet'.split(
      ' ',
    ),
    ...'walletaddress direccionbitcoin direccionbtc direcciondebitcoin direcciondebtc'.split(' '),
    ...'billeterabitcoin billetera addressbitcoin addressbtc'.split(' '),
  ],
  bitcoinPercent: [
    ...'porcentajeenbitcoin porcentajebitcoin porcientoenbitcoin porcentajeenbtc'.split(' '),
    ...'percentinbitcoin percentageinbitcoin bitcoinpercent bitcoinpercentage'.split(' '),
    ...'shareinbitcoin bitcoinshare percentualeinbitcoin quotainbitcoin'.split(' '),
    ...'percentualembitcoin porcentagemembitcoin porcentagembitcoin parteembitcoin'.split(' '),
    ...'parteenbitcoin'.split(' '),
  ],
  bank: 'banco nombredelbanco bank bankname banca nomedelbanco nomedobanco'.split(' '),
  bankAccount: [
    ...'cuenta cuentabancaria numerodecuenta cuentadebanco account bankaccount'.split(' '),
    ...'accountnumber bankaccountnumber conto contobancario numerodiconto conta'.split(' '),
    ...'contabancaria numerodaconta'.split(' '),
  ],
  hiredOn: [
    ...'fechadeingreso fechaingreso ingreso fechadecontratacion contratadoel contratadadesde'.split(
      ' ',
    ),
    ...'hiredon hiredate hiringdate datehired hired startdate dateofhire'.split(' '),
    ...'assuntoil datadiassunzione dataassunzione admissao datadeadmissao dataadmissao'.split(' '),
  ],
  payFrequency: [
    ...'frecuenciadepago frecuenciapago periodicidad periododepago'.split(' '),
    ...'payfrequency frequencyofpay payperiod frequenzadipagamento frequenciadepagamento'.split(
      ' ',
    ),
  ],
}

/** Names that may as well mean something else (a home, a row's number): only where no better one is. */
const doubtfulNames: Partial<Record<CsvField, readonly string[]>> = {
  firstName: ['name'],
  identification: ['id'],
  cryptoAddress: ['address', 'direccion'],
}

/** Fields that lists keep in two columns: DUI and NIT, fixed and mobile. */
const severalColumns: readonly CsvField[] = ['identification', 'phone']

/** The place of each field in a row; an absent field is empty for everybody. */
export type CsvColumns = Partial<Record<CsvField, number>>

export type HeaderFault =
  | { kind: 'missing'; field: CsvField; column: string }
  | { kind: 'duplicate'; field: CsvField | null; column: string }
  /** Another name for the same. */
  | { kind: 'alike'; field: CsvField; column: string; first: string }

export type CsvHeader = {
  columns: CsvColumns
  /** The places of further columns of a field, which hold it where the better one is blank. */
  further: Partial<Record<CsvField, number[]>>
  /** Whether the column at each place has a name at all. */
  isNamed: boolean[]
  faults: HeaderFault[]
}

/** Reads the header line. Columns that mean nothing here are left alone, but none may stand twice. */
export function readCsvHeader(cells: readonly string[]): CsvHeader {
  const plain = cells.map(plainLetters)
  const columns: CsvColumns = {}
  const further: CsvHeader['further'] = {}
  const faults: HeaderFault[] = []
  for (const field of csvFields) {
    const places = placesOf(plain, names[field])
    const isKept = severalColumns.includes(field)
    if (isKept) places.sort((a, b) => rankOf(field, plain[a]) - rankOf(field, plain[b]))
    const [place] = places.length > 0 ? places : placesOf(plain, doubtfulNames[field] ?? [])
    if (place !== undefined) columns[field] = place
    else if (required.includes(field)) {
      faults.push({ kind: 'missing', field, column: templateColumns[field] })
    }
    for (const again of places.slice(1)) {
      const column = cells[again] ?? ''
      const isSame = plain[again] === plain[place ?? -1]
      if (isKept && plain.indexOf(plain[again] ?? '') === again) {
        further[field] = [...(further[field] ?? []), again]
      } else if (isKept || isSame) faults.push({ kind: 'duplicate', field, column })
      else faults.push({ kind: 'alike', field, column, first: cells[place ?? -1] ?? '' })
    }
  }
  const reported = new Set(faults.map((fault) => fault.column))
  const seen = new Set<string>()
  for (const [place, name] of plain.entries()) {
    const column = cells[place] ?? ''
    const isFirst = !seen.has(name)
    seen.add(name)
    if (name === '' || isFirst || reported.has(column)) continue
    faults.push({ kind: 'duplicate', field: null, column })
  }
  return { columns, further, isNamed: cells.map((cell) => cell.trim() !== ''), faults }
}

/** The place of a field's cell in a row: the first of its columns that is not blank there. */
export function placeOf(
  cells: readonly string[],
  { columns, further }: Pick<CsvHeader, 'columns' | 'further'>,
  field: CsvField,
): number | null {
  const place = columns[field]
  if (place === undefined) return null
  const others = further[field]
  if (!others) return place
  const isSaid = (other: number) => {
    const cell = cells[other] ?? ''
    return cell.trim() !== '' && !(field === 'identification' && isFiller(cell))
  }
  return [place, ...others].find(isSaid) ?? place
}

const rankOf = (field: CsvField, name = ''): number => names[field].indexOf(name)

const placesOf = (plain: readonly string[], known: readonly string[]): number[] =>
  plain.flatMap((name, place) => (known.includes(name) ? [place] : []))

/** Excel's way of showing a long number that it has rounded: the digits are lost. */
export function isRoundedNumber(text: string): boolean {
  return /^\s*[+-]?\d+([.,]\d+)?E[+-]?\d+\s*$/i.test(text)
}

/**
 * True for cells that a spreadsheet would calculate when it opens the file: the full-width signs
 * are formulas in Japanese Excel. Numbers and phones begin with a sign too and are harmless.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function isFormula(cell: string): boolean {
  return /^[=+\-@\t\r＝＋－＠]/.test(cell) && !/^[+-]?[\d\s.,]*$/.test(cell)
}

/** A cell for an exported file: a possible formula gets the apostrophe that makes it a text. */
export const withoutFormula = (cell: string): string => (isFormula(cell) ? `'${cell}` : cell)

/**
 * A cell without the apostrophe of `withoutFormula`, for exported files that come back, and without the one
 * by which people keep a spreadsheet from counting with a phone or a document.
 */
export const withoutApostrophe = (cell: string): string =>
  cell.startsWith("'") && (isFormula(cell.slice(1)) || /^'\s*\+?[\d(]/.test(cell))
    ? cell.slice(1)
    : cell

/** A line of CSV, without its end: cells in quotes where they need them. */
export function csvLine(cells: readonly string[], separator: string): string {
  return cells
    .map((cell) =>
      cell.includes('"') || cell.includes(separator) || /[\r\n]/.test(cell)
        ? `"${cell.replaceAll('"', '""')}"`
        : cell,
    )
    .join(separator)
}
