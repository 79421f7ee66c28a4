import { expect, test } from 'vitest'
import { looksOf } from './check-looks.ts'

test.each([
  ['an sx of an element', '<Panel sx={{ mt: 2 }} />'],
  ['an sx among the properties of a slot', '<Menu slotProps={{ paper: { sx: { width: 2 } } }} />'],
  ['an sx that is passed on', 'const style = (sx: object) => ({ sx })'],
  ['a Box', "import Box from '@mui/material/Box'"],
  ['a button of MUI', "import Button, { type ButtonProps } from '@mui/material/Button'"],
])('%s outside the kit is refused at its line', (_what, text) => {
  const faults = looksOf('web/features/a.tsx', `\n${text}`)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(/^web\/features\/a\.tsx:2 /)
})

test('props of the kit and parts of MUI without a twin in it pass', () => {
  const text = `
    import Tab from '@mui/material/Tab'
    import { Row } from '#web/ui/layout.tsx'
    export const Both = () => <Row gap={2} mt={{ xs: 1, md: 2 }}><Tab label="sx" /></Row>`
  expect(looksOf('web/features/a.tsx', text)).toEqual([])
})
