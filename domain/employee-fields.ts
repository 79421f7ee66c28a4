/**
 * One table of an employee's fields, by their names on the wire. Columns, the header of a list, comparison,
 * previews, the audit trail, what an edit keeps, filters and exports are made of it. MACs name their columns
 * themselves: no column comes under one by this table.
 */

type FieldOfEmployee = {
  /** The column in `employees` and `import_rows`. */
  column: string
  /** The template's own name: what a missing column is called. */
  template: string
  /**
   * Names in a list, as `plainLetters` leaves them: in Spanish and English, those of the optional columns
   * from the share on in Italian and Portuguese too.
   */
  names: string
  /** Names that may as well mean something else (a home, a row's number): only where no better one is. */
  doubtfulNames?: string
  /** A list without such a column is refused. */
  isRequired?: true
  /** Lists keep it in two columns: DUI and NIT, fixed and mobile. The better names stand first. */
  hasFurtherColumns?: true
  /** A new employee's value where nobody says one. */
  unsaid?: '' | number | null
  /** An edit that does not name it keeps it: it came later than the first clients. */
  isKept?: true
  /**
   * A blank cell keeps the value of somebody present, in every list or in one of the company's people: the
   * list of a payroll has the contacts and accounts that it has.
   */
  blankKeeps?: 'always' | 'inPeople'
  /** A preview has the values of its changes, or names the field alone. */
  preview: 'values' | 'name'
  /** A text without a rule but its length. */
  maximum?: number
  /** GET /employees has a filter of this name. */
  isFilter?: true
  /** Exports of what was paid have the person's present value. */
  isExported?: true
}

export const fieldTable = {
  firstName: {
    column: 'first_name',
    template: 'Nombre',
    names: 'nombre nombres primernombre firstname firstnames givenname givennames',
    doubtfulNames: 'name',
    isRequired: true,
    preview: 'name',
  },
  lastName: {
    column: 'last_name',
    template: 'Apellido',
    names: 'apellido apellidos lastname lastnames surname surnames familyname',
    isRequired: true,
    preview: 'name',
  },
  identification: {
    column: 'identification',
    template: 'DUI/NIT',
    // Since 2021 a DUI is the tax number, too.
    names:
      'dui numerodedui nodui nduis duinit duionit nitdui documento documentodeidentidad ' +
      'identificacion numerodeidentificacion identification identificationnumber idnumber ' +
      'document documentnumber nationalid cedula pasaporte numerodepasaporte passport ' +
      'passportnumber nit numerodenit taxid',
    doubtfulNames: 'id',
    hasFurtherColumns: true,
    unsaid: '',
    blankKeeps: 'always',
    preview: 'name',
  },
  email: {
    column: 'email',
    template: 'Email',
    names: 'email emails emailaddress mail correo correos correoelectronico',
    unsaid: '',
    blankKeeps: 'inPeople',
    preview: 'name',
  },
  phone: {
    column: 'phone',
    template: 'Teléfono',
    // A fixed phone gets no message.
    names:
      'celular movil telefonomovil telefonocelular mobile mobilephone mobilenumber cell ' +
      'cellphone telefono telefonos numerodetelefono tel phone phonenumber telephone ' +
      'telephonenumber telefonofijo fijo landline',
    hasFurtherColumns: true,
    unsaid: '',
    blankKeeps: 'inPeople',
    preview: 'name',
  },
  baseSalary: {
    column: 'base_salary_usd_cents',
    template: 'Salario Base USD',
    names:
      'salario salarios salariobase salariobaseusd salariousd salariobaseendolares ' +
      'sueldo sueldobase sueldousd sueldobaseusd montobase montobaseusd monto montousd ' +
      'salary basesalary basesalaryusd salaryusd baseamount amount amountusd pay wage',
    isRequired: true,
    preview: 'values',
  },
  cryptoAddress: {
    column: 'address',
    template: 'Bitcoin Address',
    names:
      'bitcoinaddress btcaddress cryptoaddress bitcoin btc bitcoinwallet btcwallet wallet ' +
      'walletaddress direccionbitcoin direccionbtc direcciondebitcoin direcciondebtc ' +
      'billeterabitcoin billetera addressbitcoin addressbtc',
    doubtfulNames: 'address direccion',
    isRequired: true,
    blankKeeps: 'always',
    preview: 'values',
  },
  bitcoinPercent: {
    column: 'bitcoin_percent',
    template: 'Porcentaje en Bitcoin',
    names:
      'porcentajeenbitcoin porcentajebitcoin porcientoenbitcoin porcentajeenbtc ' +
      'percentinbitcoin percentageinbitcoin bitcoinpercent bitcoinpercentage ' +
      'shareinbitcoin bitcoinshare percentualeinbitcoin quotainbitcoin ' +
      'percentualembitcoin porcentagemembitcoin porcentagembitcoin parteembitcoin ' +
      'parteenbitcoin',
    unsaid: 100,
    isKept: true,
    blankKeeps: 'always',
    preview: 'values',
  },
  bank: {
    column: 'bank',
    template: 'Banco',
    names: 'banco nombredelbanco bank bankname banca nomedelbanco nomedobanco',
    unsaid: '',
    isKept: true,
    blankKeeps: 'inPeople',
    preview: 'values',
    maximum: 100,
  },
  bankAccount: {
    column: 'bank_account',
    template: 'Cuenta',
    names:
      'cuenta cuentabancaria numerodecuenta cuentadebanco account bankaccount ' +
      'accountnumber bankaccountnumber conto contobancario numerodiconto conta ' +
      'contabancaria numerodaconta',
    unsaid: '',
    isKept: true,
    blankKeeps: 'inPeople',
    preview: 'values',
  },
  hiredOn: {
    column: 'hired_on',
    template: 'Fecha de Ingreso',
    names:
      'fechadeingreso fechaingreso ingreso fechadecontratacion contratadoel contratadadesde ' +
      'hiredon hiredate hiringdate datehired hired startdate dateofhire ' +
      'assuntoil datadiassunzione dataassunzione admissao datadeadmissao dataadmissao',
    unsaid: null,
    isKept: true,
    blankKeeps: 'always',
    preview: 'name',
  },
  payFrequency: {
    column: 'pay_frequency',
    template: 'Frecuencia de Pago',
    names:
      'frecuenciadepago frecuenciapago periodicidad periododepago ' +
      'payfrequency frequencyofpay payperiod frequenzadipagamento frequenciadepagamento',
    unsaid: null,
    isKept: true,
    blankKeeps: 'always',
    preview: 'name',
  },
  department: {
    column: 'department',
    template: 'Área',
    names:
      'area areadetrabajo department departmentname dept dipartimento reparto setor areadetrabalho',
    // An address has one, too.
    doubtfulNames: 'departamento departamentos',
    unsaid: '',
    isKept: true,
    blankKeeps: 'inPeople',
    preview: 'name',
    maximum: 60,
    isFilter: true,
    isExported: true,
  },
} as const satisfies Record<string, FieldOfEmployee>

type FieldTable = typeof fieldTable
export type EmployeeField = keyof FieldTable
export type EmployeeColumn = FieldTable[EmployeeField]['column']

export const employeeFieldNames = Object.keys(fieldTable) as EmployeeField[]
export const employeeColumns: EmployeeColumn[] = employeeFieldNames.map(
  (field) => fieldTable[field].column,
)

/** Reads one field's entry, where the table may leave keys out. */
export const aboutField = (field: EmployeeField): FieldOfEmployee => fieldTable[field]

/** The fields of which the table says `Key`. */
type FieldWith<Key extends keyof FieldOfEmployee> = {
  [Field in EmployeeField]: Key extends keyof FieldTable[Field] ? Field : never
}[EmployeeField]

const fieldsWith = <Key extends keyof FieldOfEmployee>(key: Key) =>
  employeeFieldNames.filter((field): field is FieldWith<Key> => key in fieldTable[field])

export type PlainTextField = FieldWith<'maximum'>
export const plainTextFields = fieldsWith('maximum')

export type KeptField = FieldWith<'isKept'>
export const keptFields = fieldsWith('isKept')

export type FilterField = FieldWith<'isFilter'>
export const filterFields = fieldsWith('isFilter')

export type ExportedField = FieldWith<'isExported'>
export const exportedFields = fieldsWith('isExported')

/** A value of each of these fields. */
export const eachField = <Field extends EmployeeField, Value>(
  fields: readonly Field[],
  make: (field: Field) => Value,
) => Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<Field, Value>

/** The values of a row by their names on the wire. */
export const fieldsOfRow = <Row extends Record<EmployeeColumn, unknown>>(row: Row) =>
  eachField(employeeFieldNames, (field) => row[fieldTable[field].column]) as {
    [Field in EmployeeField]: Row[FieldTable[Field]['column']]
  }
