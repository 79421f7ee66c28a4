import { expect, test } from 'vitest'
import { auditPage } from '#contract/audit.ts'
import { company, publicConfig, sectorList } from '#contract/company.ts'
import { user } from '#contract/user.ts'
import { aCompany, expectAccepted, faultsOf, type TestCompany } from '#server/testing/factories.ts'
import { appForFile } from '#server/testing/for-file.ts'

const t = await appForFile()

async function settingsOf({ call }: TestCompany) {
  const answer = await call('GET', '/companies/company')
  const { fundingReservePercent, country } = expectAccepted(company, answer)
  return { fundingReservePercent, country }
}

test('the sectors are the same for every language, and nobody has to sign in for them', async () => {
  const path = '/companies/company-sector'
  const { companySectors } = expectAccepted(sectorList, await t.call('GET', path))
  expect(companySectors.length).toBeGreaterThanOrEqual(10)
  const english = await t.call('GET', path, { headers: { 'accept-language': 'en' } })
  expect(expectAccepted(sectorList, english).companySectors).toEqual(companySectors)
})

test('the web app learns the network before anybody signs in', async () => {
  expect(expectAccepted(publicConfig, await t.call('GET', '/config'))).toEqual({
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
  const renamed = expectAccepted(company, answer)
  expect(renamed).toMatchObject({
    _id: ours.companyId,
    name: 'Café Ilamatepec',
    companyName: 'Café Ilamatepec',
    companySector: 'Agroindustria',
    approval: { overUsd: null, changedAddresses: true },
  })
  expect(expectAccepted(company, await ours.call('GET', '/companies/company'))).toEqual(renamed)
  const theirs = expectAccepted(company, await other.call('GET', '/companies/company'))
  expect(theirs.name).toBe('Ferretería El Roble')
})

test('a company’s name has at least 3 characters', async () => {
  const { call } = await aCompany(t)
  expect(faultsOf(await call('PUT', '/companies', { name: 'Az' }))).toEqual({
    name: 'Debe tener un mínimo de 3 caracteres',
  })
  expect(faultsOf(await call('PUT', '/companies', {}))).toEqual({ name: 'Obligatorio' })
})

test('a new company is in El Salvador and keeps a reserve of 3 %', async () => {
  const ours = await aCompany(t)
  expect(await settingsOf(ours)).toEqual({ fundingReservePercent: 3, country: 'SV' })
})

test('reserve and country change alone or together; the audit trail says it once', async () => {
  const ours = await aCompany(t)
  const edit = (body: object) => ours.call('PUT', '/companies', body)
  expectAccepted(company, await edit({ fundingReservePercent: 0 }))
  expect(await settingsOf(ours)).toEqual({ fundingReservePercent: 0, country: 'SV' })
  expectAccepted(company, await edit({ country: ' gt ' }))
  const both = { fundingReservePercent: 20, country: 'HN', name: 'Café Ilamatepec' }
  expect(expectAccepted(company, await edit(both))).toMatchObject(both)
  const again = expectAccepted(company, await edit({ fundingReservePercent: 20, country: 'HN' }))
  expect(again).toMatchObject(both)
  const { events } = expectAccepted(auditPage, await ours.call('GET', '/companies/audit'))
  const edits = events.filter(({ action }) => action === 'company.edited')
  expect(edits.map(({ detail: { ip, ...detail } }) => detail)).toEqual([
    { fundingReservePercent: 20, country: 'HN' },
    { country: 'GT' },
    { fundingReservePercent: 0 },
  ])
})

test('a reserve that is no percentage up to 20, or no country → 400, nothing changes', async () => {
  const ours = await aCompany(t)
  for (const fundingReservePercent of [21, -1, 2.5, '3', true, 1e9, {}]) {
    const body = { fundingReservePercent, name: 'Café Ilopango' }
    expect(faultsOf(await ours.call('PUT', '/companies', body)), String(body)).toEqual({
      fundingReservePercent: 'Formato inválido',
    })
  }
  for (const country of ['XX', 'SLV', 'EU', 'S', 503, ['SV'], 'S\u0000V']) {
    const body = { country, name: 'Café Ilopango' }
    expect(faultsOf(await ours.call('PUT', '/companies', body)), String(country)).toEqual({
      country: 'Formato inválido',
    })
  }
  expect(await settingsOf(ours)).toEqual({ fundingReservePercent: 3, country: 'SV' })
  const { name } = expectAccepted(company, await ours.call('GET', '/companies/company'))
  expect(name).not.toBe('Café Ilopango')
})

test('an administrator changes the names that are given and no others', async () => {
  const ours = await aCompany(t)
  const other = await aCompany(t)
  const answer = await ours.call('PUT', '/users', { firstName: 'Ana María', lastName: null })
  expect(answer.body.message).toBe('Perfil Editado')
  expect(expectAccepted(user, answer)).toEqual({ ...ours.user, firstName: 'Ana María' })
  const untouched = expectAccepted(user, await other.call('PUT', '/users', {}))
  expect(untouched).toEqual(other.user)
})

test('a name has at least 3 characters, and other fields cannot be set', async () => {
  const ours = await aCompany(t)
  expect(faultsOf(await ours.call('PUT', '/users', { firstName: 'Al' }))).toEqual({
    firstName: 'Debe tener un mínimo de 3 caracteres',
  })
  const meddling = { lastName: 'Rivas', role: 'OWNER', email: 'x@y.sv', companyId: 'x' }
  const edited = expectAccepted(user, await ours.call('PUT', '/users', meddling))
  expect(edited).toEqual({ ...ours.user, lastName: 'Rivas' })
})
