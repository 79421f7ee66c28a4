import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Dashboard } from '#contract/dashboard.ts'
import type { Payroll } from '#contract/payrolls.ts'
import { paths } from '#web/shared/paths.ts'
import { Mark } from '#web/ui/inline-icons.tsx'
import { Block, Row } from '#web/ui/layout.tsx'
import { Text } from '#web/ui/text.tsx'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { Question } from './coverage-summary.tsx'

interface FirstStepsProps {
  activity: Dashboard['activity']
  payrolls: readonly Payroll[]
}

/** While there is nobody to be paid, the answer to the question is what to do first. */
export function FirstSteps({ activity, payrolls }: FirstStepsProps) {
  const { t } = useTranslation()
  const payroll = payrolls[0]
  const steps = [
    { key: 'people', done: activity.employees > 0, to: paths.createEmployee },
    { key: 'payroll', done: payroll !== undefined, to: paths.payrolls },
    { key: 'join', done: false, to: payroll ? paths.payroll(payroll._id) : paths.payrolls },
  ] as const
  const next = steps.find(({ done }) => !done)
  return (
    <>
      <Question text={t('dashboard.firstSteps.title')} answer={t('dashboard.firstSteps.answer')} />
      <Block as="ol">
        {steps.map(({ key, done, to }, index) => (
          <Row key={key} as="li" wrap columnGap={5} rowGap={3} py={5} lineAbove>
            <StepNumber number={index + 1} done={done} />
            <Block flex="1 1 200px">
              <Text variant="h3" as="p">
                {t(`dashboard.firstSteps.${key}.title`)}
                {done && <VisuallyHidden>{` (${t('dashboard.firstSteps.done')})`}</VisuallyHidden>}
              </Text>
              <Text variant="body2" tone="ink2">
                {t(`dashboard.firstSteps.${key}.text`)}
              </Text>
            </Block>
            {next?.key === key && (
              <Button
                component={Link}
                to={to}
                variant="contained"
                sx={{ width: { xs: '100%', sm: 'auto' } }}
              >
                {t(`dashboard.firstSteps.${key}.action`)}
              </Button>
            )}
          </Row>
        ))}
      </Block>
    </>
  )
}

function StepNumber({ number, done }: { number: number; done: boolean }) {
  return (
    <Box
      aria-hidden
      sx={{
        flex: 'none',
        width: 40,
        fontFamily: '"Besley Variable", Georgia, serif',
        fontSize: '2.125rem',
        lineHeight: 1.1,
        color: 'anil',
      }}
    >
      {done ? <Mark name="tick" size={28} sx={{ display: 'block', color: 'jade' }} /> : number}
    </Box>
  )
}
