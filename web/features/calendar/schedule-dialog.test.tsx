import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { company } from '#contract/company.ts'
import { scheduleAnswer } from '#contract/schedules.ts'
import { texts } from '#contract/texts/index.ts'
import { makeCompany, makePayroll } from '#web/testing/fixtures.ts'
import { server } from '#web/testing/server.ts'
import { show, t } from '#web/testing/show.tsx'
import { ScheduleDialog } from './schedule-dialog.tsx'

const payroll = makePayroll()
const path = `/companies/payrolls/${payroll._id}/schedule`

test.each(['days', 'days.1', 'hour', 'timeZone', 'startsOn', 'endsOn', 'mode'])(
  'the call refuses %s → its sentence is seen in the dialog',
  async (field) => {
    server.answer('GET', path, scheduleAnswer, { schedule: null, next: [], missing: [] })
    server.answer('GET', '/companies/company', company, makeCompany())
    const message = 'Así no se puede.'
    server.refuse('PUT', path, 'VALIDATION', { errors: [{ path: field, message }] })
    const { person } = show(<ScheduleDialog payroll={payroll} onClose={() => {}} />)
    await person.click(await screen.findByRole('button', { name: t('ui.form.save') }))
    expect(await screen.findByText(message)).toBeTruthy()
    expect(screen.queryByText(texts.es.errors.VALIDATION)).toBeNull()
  },
)

test('nobody else can approve a change → saving names whose, and what to do', async () => {
  server.answer('GET', path, scheduleAnswer, { schedule: null, next: [], missing: [] })
  server.answer('GET', '/companies/company', company, makeCompany())
  const ana = { _id: 'user-2', name: 'Ana Flores', email: 'ana@empresa.test' }
  const data = { missing: [{ changer: ana, names: [] }] }
  server.refuse('PUT', path, 'QUORUM_IMPOSSIBLE', { data })
  const { person } = show(<ScheduleDialog payroll={payroll} onClose={() => {}} />)
  await person.click(await screen.findByRole('button', { name: t('ui.form.save') }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Nadie más puede aprobar lo que cambió Ana Flores. Invita a alguien que pueda aprobar, o cambia la regla.',
  )
})
