import type { HolidayRow } from './holiday-rows.ts'

const labourCode = 'Código de Trabajo (D. L. 15 de 1972), art. 190'
const mothersDay = 'Decreto Legislativo 399, 14 de abril de 2016'
const fathersDay = 'Decreto Legislativo 208, noviembre de 2012 (D. O. de 20 de diciembre de 2012)'
const bridge = 'Decreto transitorio, 14 de septiembre de 2022: sector público y privado'
const sundays = 'Decreto transitorio de diciembre de 2022: 25 y 1 cayeron en domingo'

/**
 * Paid days of rest in the whole country, for public and private employers. A decree for one year is
 * a row with its `day` and `weekday` (1 is Monday). Article 190 gives 3 and 5 August to the city of
 * San Salvador alone, and each other town its own feast by custom: a company adds those itself.
 */
export const rowsOfElSalvador: readonly HolidayRow[] = [
  { on: '01-01', name: 'Año Nuevo', source: labourCode },
  { daysAfterEaster: -3, name: 'Jueves Santo', source: labourCode },
  { daysAfterEaster: -2, name: 'Viernes Santo', source: labourCode },
  { daysAfterEaster: -1, name: 'Sábado Santo', source: labourCode },
  { on: '05-01', name: 'Día del Trabajo', source: labourCode },
  { on: '05-10', name: 'Día de la Madre', source: mothersDay, since: 2016 },
  { on: '06-17', name: 'Día del Padre', source: fathersDay, since: 2013 },
  { on: '08-06', name: 'Divino Salvador del Mundo', source: labourCode },
  { on: '09-15', name: 'Día de la Independencia', source: labourCode },
  { on: '11-02', name: 'Día de los Difuntos', source: labourCode },
  { on: '12-25', name: 'Navidad', source: labourCode },
  { day: '2022-09-16', weekday: 5, name: 'Día de la Independencia', source: bridge },
  { day: '2022-12-26', weekday: 1, name: 'Navidad', source: sundays },
  { day: '2023-01-02', weekday: 1, name: 'Año Nuevo', source: sundays },
]
