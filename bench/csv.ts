import { Client } from '#server/testing/client.ts'
import { type BenchInstallation, withInstallation } from './installation.ts'
import { unspendableAddress, uploadPayroll } from './payroll.ts'
import { atMost, formatSeconds, middle, reportRow } from './table.ts'

/** A list of new people by CSV, from the first byte of the upload to 'done': three short ones, a long one. */
await withInstallation(async (it) => {
  const short = [await upload(it, 1_000), await upload(it, 1_000), await upload(it, 1_000)]
  reportRow({
    what: 'CSV of 1,000 · 100,000 rows, upload to done',
    figures: [
      atMost(middle(short), 1, formatSeconds),
      atMost(await upload(it, 100_000), 15, formatSeconds),
    ],
  })
})

async function upload(it: BenchInstallation, size: number): Promise<number> {
  const people = Array.from({ length: size }, (_, n) => lineOf(n)).join('')
  const client = new Client(it.program.baseUrl)
  await client.signUp()
  const start = performance.now()
  await uploadPayroll(client, [people])
  return (performance.now() - start) / 1_000
}

function lineOf(n: number): string {
  const names = ['Rosa', 'José', 'María', 'Julio', 'Ángela', 'Carlos', 'Sofía', 'Héctor']
  const surnames = ['Menjívar', 'Portillo', 'Hernández', 'Campos', 'Güell', 'Martínez', 'Ayala']
  const name = `${names[n % names.length]} ${n.toString(36)}`
  const surname = `${surnames[n % surnames.length]} ${surnames[(n >> 3) % surnames.length]}`
  const id = `${String(n).padStart(8, '0')}-0`
  const phone = `+503${70_000_000 + n}`
  const salary = `${300 + (n % 2_000)}.${String(n % 100).padStart(2, '0')}`
  return `${name},${surname},${id},p${n}@izalco.sv,${phone},${salary},${unspendableAddress()}\r\n`
}
