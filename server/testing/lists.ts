import { anAddress } from './engine.ts'
import type { TestCompany } from './factories.ts'

/** The template's header. */
export const listHeader = 'Nombre,Apellido,DUI/NIT,Email,Teléfono,Salario Base USD,Bitcoin Address'

export type ListPerson = {
  firstName?: string
  lastName?: string
  identification?: string
  email?: string
  phone?: string
  salary?: string
  address?: string
}

export const aLine = ({
  firstName = 'Rosa',
  lastName = 'Menjívar',
  identification = '',
  email = '',
  phone = '',
  salary = '650.25',
  address = anAddress(),
}: ListPerson = {}) =>
  [firstName, lastName, identification, email, phone, salary, address].join(',')

/** Somebody of that name, with an address of their own. */
export const personNamed = (firstName: string, more: ListPerson = {}): ListPerson => ({
  firstName,
  address: anAddress(),
  ...more,
})

/** A file in the template's form. */
export const aList = (...people: ListPerson[]): string =>
  [listHeader, ...people.map(aLine), ''].join('\r\n')

export type ListUpload = {
  file?: string | Uint8Array<ArrayBuffer>
  fileName?: string
  fields?: Record<string, string>
}

/** A form as the upload dialog sends it. */
export function aListForm({ file, fileName = 'nómina.csv', fields = {} }: ListUpload): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (file !== undefined) form.append('file', new File([file], fileName, { type: 'text/csv' }))
  return form
}

const newList = { name: 'Planilla de campo', description: 'Cortadores' }

/** Uploads a file as a new payroll. */
export const createList = (company: TestCompany, upload: ListUpload, query = '') =>
  company.call(
    'POST',
    `/companies/payrolls/bulk${query}`,
    aListForm({ ...upload, fields: upload.fields ?? newList }),
  )

/** Uploads a file in the place of a payroll's list. */
export const replaceList = (company: TestCompany, id: string, upload: ListUpload, query = '') =>
  company.call('PUT', `/companies/payrolls/${id}/bulk${query}`, aListForm(upload))

/** Uploads a file as people who are kept by hand. */
export const importPeople = (company: TestCompany, upload: ListUpload, query = '') =>
  company.call('POST', `/companies/employees/bulk${query}`, aListForm(upload))
