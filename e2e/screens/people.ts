import { newRegtestAddress } from '../addresses.ts'

/** Short and very long names, and what the CSV of a harvest looks like. */

const names: readonly (readonly [string, string])[] = [
  ['María de los Ángeles Guadalupe del Carmen', 'Hernández de Villatoro y Escobar-Montenegro'],
  ['Ana', 'Paz'],
  ['José Roberto', 'Hernández Ayala'],
  ['Wendy Carolina', 'Alvarenga'],
  ['Kevin Alexander', 'Ramos Quintanilla'],
  ['Rosa Idalia', 'Chicas viuda de Benavides'],
  ['Maximiliano', 'Wolkenkratzerbauingenieursohn'],
  ['Óscar Armando', 'Ñáñez Güegüence'],
  ['Glenda', 'Mejía'],
  ['Carlos Ernesto', 'Portillo'],
  ['Idalia', 'Zelaya de Rivas'],
  ['Josué', 'Argueta'],
  ['Blanca Estela', 'Orellana'],
  ['Nelson', 'Umaña'],
  ['Xiomara Yamileth', 'Bonilla Cañas'],
]

export const people = names.map(([firstName, lastName], index) => ({
  firstName,
  lastName,
  identification: index % 4 === 3 ? '' : `0${4_512_380 + index * 7_919}-${index % 10}`,
  email: index % 5 === 4 ? '' : `persona.numero.${index}.de.la.empresa@cooperativa-izalco.com.sv`,
  phone: index % 3 === 2 ? '' : `+5037${String(1_230_000 + index * 991)}`,
  baseSalary: [1250, 400, 870.25, 1480.5, 612][index % 5] ?? 400,
  cryptoAddress: newRegtestAddress(),
  department: ['', 'Bodega', 'Recolección y despulpado de la zona norte'][index % 3] ?? '',
}))

const header = 'Nombre,Apellido,DUI/NIT,Email,Teléfono,Salario Base USD,Bitcoin Address'

const addresses: string[] = []

/** A row's address, equal in each list. */
const addressOf = (row: number) => (addresses[row] ??= newRegtestAddress())

/** A list of cutters; each `change` is made to its row. */
export function csvList(count: number, change: (fields: string[], row: number) => string[]) {
  const rows = Array.from({ length: count }, (_, row) => {
    const [firstName, lastName] = names[row % names.length] ?? ['Ana', 'Paz']
    const fields = [firstName, `${lastName} ${row + 1}`, '', '', '', '365.00', addressOf(row)]
    return change(fields, row).join(',')
  })
  return Buffer.from([header, ...rows].join('\r\n'))
}
