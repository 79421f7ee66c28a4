import { expect, test } from 'vitest'
import { texts } from './texts/index.ts'

/** Every text of an object of objects. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** Marks are for the look, and what stands in braces is for the names that are filled in. */
const spoken = (text: string) => text.replaceAll(/<\/?\w+>/g, '').replaceAll(/\{+\w+\}+/g, '…')

const spanish = textsIn(texts.es).map(spoken)

/** The wording of the specification's sections 2, 4, 5 and 8, spelled correctly; '…' is a name or a number. */
const specified = {
  header: [
    '1 BTC equivale a … Dólares Americanos',
    'Registrado el …',
    'Editar Perfil',
    'Seguridad',
    'Cerrar sesión',
    'Inicio',
    'Empleados',
    'Nóminas',
  ],
  access: ['Continuar', 'Enviar', 'Aceptar'],
  dashboard: [
    'No se han realizado transacciones',
    'El pago de tu nómina se está procesando correctamente.',
    'Ver transacción',
    'Pago de Nómina',
  ],
  security: ['ACTIVADA', 'DESACTIVADA', 'Correo', 'Mensaje de Texto', 'GUARDAR'],
  employees: [
    'Búsqueda de Empleados',
    'BUSCAR',
    '+ AÑADIR',
    'Nombre',
    'DUI/NIT',
    'Teléfono',
    'Email',
    'Bitcoin Address',
    'Monto Base (USD)',
    'Acción',
    'No hay empleados disponibles',
    'Eliminar Empleado',
    'Desea eliminar el empleado:',
    'Cerrar',
    'Eliminar',
  ],
  payrolls: [
    '+ CREAR NUEVA',
    'Tipo',
    'Colaboradores',
    'Monto',
    'Descripción',
    'Eliminar Nómina',
    'No es posible eliminar una nómina con fondos.',
    'Salario Base USD',
    'Teléfono',
    'Remover Empleado',
    'No hay empleados asociados a la nómina',
    'SUBIR CSV',
    'PAGAR NÓMINA',
    'Empleados en tu empresa',
    'Monto Base',
    'Añadir',
    'Deseas pagar la siguiente nómina:',
    'Monto total',
    'Pagar',
    'Adjunte el listado de empleados:',
    'Selecciona un archivo CSV',
    'Agregar Archivo',
  ],
  transactions: [
    'Estatus',
    'Monto USD',
    'Monto BTC',
    'Tasa',
    'TX ID',
    'Fecha',
    'No hay transacciones asociadas a la nómina',
  ],
  states: [
    'Firmada',
    'Procesando',
    'Confirmada',
    'Esperando Aprobación',
    'Removida',
    'Fallida',
    'Rechazada',
  ],
  validation: [
    'Obligatorio',
    'Debe tener un mínimo de 3 caracteres',
    'Formato inválido',
    'El número debe iniciar con + e incluir dígitos sin caracteres especiales',
    'Salario base debe ser mayor o igual a 1',
    'Dirección inválida',
    'Las contraseñas no coinciden',
    'Demasiados archivos',
  ],
  failures: [
    'invalid token',
    'Su sesión ha expirado',
    'Error obteniendo empleado',
    'Error obteniendo nómina',
    'Error al obtener datos de nómina',
    'Error al obtener los detalles de la transacción',
    'Error al actualizar autenticación',
    'Error al agregar usuarios',
  ],
  successes: [
    'Se ha enviado un email de recuperación de contraseña',
    'Contraseña Restaurada',
    '… eliminado',
    '… removido de la lista',
    'Empleados agregados a la nómina',
    'Nómina pagada con éxito',
    'Nómina agregada',
    'Nómina editada',
    'Nómina Creada',
    'Empleado registrado',
    'Empleado editado',
    'Perfil Editado',
    'Contraseña Actualizada',
    'Autenticación de dos pasos Desactivada',
    'Autenticación de dos pasos Actualizada',
  ],
}

for (const [place, expected] of Object.entries(specified)) {
  test.each(expected)(`${place}: «%s» is said`, (text) => {
    expect(spanish).toContain(text)
  })
}
