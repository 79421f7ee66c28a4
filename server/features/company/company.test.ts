import { expect, test } from 'vitest'
import { company, publicConfig, sectorList } from '#contract/company.ts'
import { user } from '#contract/users.ts'
import { aCompany, accepted, faultsOf } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

test('the sectors are the same for every language, and nobody has to sign in for them', async () => {
  const path = '/companies/company-sector'
  const { companySectors } = accepted(sectorList, await t.call('GET', path))
  expect(companySectors.length).toBeGreaterThanOrEqual(10)
  const english = await t.call('GET', path, { headers: { 'accept-language': 'en' } })
  expect(accepted(sectorList, english).companySectors).toEqual(companySectors)
})

test('the web app learns the network before anybody signs in', async () => {
  expect(accepted(publicConfig, await t.call('GET', '/config'))).toEqual({
    network: 'regtest',
    explorerTxUrl: '/sandbox/tx/{txid}',
    sandbox: true,
  })
})

test('an administrator renames the company, and no other company changes', async () => {
  const ours = await aCompany(t)
  const other = await aCompany(t, { companyName: 'Ferretería El Roble' })
  const answer = await ours.call('PUT', '/companies', { name: ' Café Ilamatepec ' })
  expect(answer.body.message).toBe('Perfil Editado')
  const renamed = accepted(company, answer)
  expect(renamed).toMatchObject({
    _id: ours.companyId,
    name: 'Café Ilamatepec',
    companyName: 'Café Ilamatepec',
    companySector: 'Agroindustria',
    approval: { overUsd: null, changedAddresses: true },
  })
  expect(accepted(company, await ours.call('GET', '/companies/company'))).toEqual(renamed)
  const theirs = accepted(company, await other.call('GET', '/companies/company'))
  expect(theirs.name).toBe('Ferretería El Roble')
})

test('a company’s name has at least 3 characters', async () => {
  const { call } = await aCompany(t)
  expect(faultsOf(await call('PUT', '/companies', { name: 'Az' }))).toEqual({
    name: 'Debe tener un mínimo de 3 caracteres',
  })
  expect(faultsOf(await call('PUT', '/companies', {}))).toEqual({ name: 'Obligatorio' })
})

test('an administrator changes the names that are given and no others', async () => {
  const ours = await aCompany(t)
  const other = await aCompany(t)
  const answer = await ours.call('PUT', '/users', { firstName: 'Ana María', lastName: null })
  expect(answer.body.message).toBe('Perfil Editado')
  expect(accepted(user, answer)).toEqual({ ...ours.user, firstName: 'Ana María' })
  const untouched = accepted(user, await other.call('PUT', '/users', {}))
  expect(untouched).toEqual(other.user)
})

test('a name has at least 3 characters, and other fields cannot be set', async () => {
  const ours = await aCompany(t)
  expect(faultsOf(await ours.call('PUT', '/users', { firstName: 'Al' }))).toEqual({
    firstName: 'Debe tener un mínimo de 3 caracteres',
  })
  const meddling = { lastName: 'Rivas', role: 'OWNER', email: 'x@y.sv', companyId: 'x' }
  const edited = accepted(user, await ours.call('PUT', '/users', meddling))
  expect(edited).toEqual({ ...ours.user, lastName: 'Rivas' })
})
